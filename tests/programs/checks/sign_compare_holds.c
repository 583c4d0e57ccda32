// because: check --sign-compare-check
// expect: holds
/* A cast is meant, a number that is not negative is the same with and without a sign, and so is an unsigned one. */
int nondet_int(void);

int main(void) {
    int i = nondet_int();
    unsigned u = (unsigned)nondet_int();
    unsigned char c = (unsigned char)nondet_int();
    int a = (unsigned)i < u;
    if (i < 0)
        i = 0;
    int b = i < u;
    int d = u == 7u;
    int e = c < u;
    return a + b + d + e;
}
