// because: check --error-label ERROR
// expect: holds
int main(void) {
    int x = nondet_int();
    if (x > 5 && x < 5)
        goto ERROR;
OTHER:
    return 0;
ERROR:
    goto ERROR;
}
