// because: check
// expect: holds
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned ack(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ack(m - 1, 1);
    return ack(m - 1, ack(m, n - 1));
}
int main(void) {
    unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    if (m > 2 || n > 2) return 0;
    unsigned r = ack(m, n);
    if (m == 2 && r != 2 * n + 3) reach_error();
    if (m == 1 && r != n + 2) reach_error();
}
