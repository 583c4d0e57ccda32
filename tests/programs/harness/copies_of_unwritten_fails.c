// because: check
// expect: fails assertion at line 14
struct pair {
    int x, y;
};
struct pair nondet_pair(void);
int main(void) {
    struct pair a = nondet_pair(), b = nondet_pair(), c;
    c = a;
    c.y = 0;
    if (nondet_int())
        c = b;
    __CPROVER_assert(c.x == a.x || c.x == b.x, "one of them");
    __CPROVER_assert(c.x == a.x, "not always the first"); /* fails */
}
