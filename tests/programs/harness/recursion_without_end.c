// because: check
// expect: exit 5
// Soon given up: neither deeper calls nor more of them can show that the end is not reached.
extern int nondet_int(void);
static int ask(int n) {
    if (nondet_int()) return n;
    return ask(n);
}
static int sink(int n) { return sink(n ^ 1); }
int main(void) {
    if (ask(3)) sink(3);
    __CPROVER_assert(1, "behind both");
    return 0;
}
