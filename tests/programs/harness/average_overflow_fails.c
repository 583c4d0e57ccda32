// because: check
// expect: fails signed_overflow at line 7
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > 0 && y > 0) {
        int m = (x + y) / 2;
        return m;
    }
    return 0;
}
