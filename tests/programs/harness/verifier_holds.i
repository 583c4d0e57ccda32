// because: check
// expect: holds
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "file.c", 3, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
int main() {
    unsigned char n = __VERIFIER_nondet_uchar();
    assume_abort_if_not(n > 0 && n < 50);
    unsigned sum = 0;
    for (unsigned char i = 1; i <= n; i++)
        sum += i;
    if (sum != n * (n + 1u) / 2)
        reach_error();
}
