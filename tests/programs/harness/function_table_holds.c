// because: check
// expect: holds
int nondet_int(void);
int add(int a, int b) {
    return (int)((unsigned)a + b);
}
int sub(int a, int b) {
    return (int)((unsigned)a - b);
}
int and_(int a, int b) {
    return a & b;
}
int main(void) {
    int (*t[3])(int, int) = { add, sub, and_ };
    unsigned i = nondet_int();
    int a = nondet_int(), b = nondet_int();
    __CPROVER_assume(i < 3);
    int r = t[i](a, b);
    if (i == 2) __CPROVER_assert((r & ~a) == 0, "and");
    if (i == 1) __CPROVER_assert(r == (int)((unsigned)a - b), "sub");
}
