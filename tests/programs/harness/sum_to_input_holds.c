// because: check
// expect: holds
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_ushort() % 200, s = 0;
    for (unsigned i = 1; i <= n; i++) s += i;
    if (s * 2 != n * (n + 1)) reach_error();
}
