// because: check
// expect: fails assertion at line 7
int main(void) {
    int a[4];
    __CPROVER_assume(__CPROVER_exists { int i; (i >= 0 && i < 4) && a[i] == 7 });
    assert(a[0] == 7 || a[1] == 7 || a[2] == 7 || a[3] == 7);
    assert(a[0] == 7 || a[1] == 7 || a[2] == 7); /* fails */
}
