// because: check
// expect: holds
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint() % 8, i = 0, s = 0;
    top: if (i >= n) goto out;
    s += i;
    i++;
    if (s > 100) goto bad;
    goto top;
    bad: __CPROVER_assert(0, "no");
    out: __CPROVER_assert(s == n * (n ? n - 1 : 0) / 2, "sum");
    return 0;
}
