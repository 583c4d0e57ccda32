// because: check
// expect: holds
int main(void) {
    for (;;)
        ;
    return 0;
}
