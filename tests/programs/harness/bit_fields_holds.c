// because: check
// expect: holds
struct s { unsigned a : 3; int b : 5; unsigned c : 9; };
int nondet_int(void);
int main(void) {
    struct s x = {0};
    int v = nondet_int();
    x.b = v;
    x.a = v;
    x.c = v;
    __CPROVER_assert(x.b >= -16 && x.b <= 15, "b");
    __CPROVER_assert(x.a == (v & 7), "a");
    __CPROVER_assert(x.c == (v & 511), "c");
    struct s y = x;
    __CPROVER_assert(y.b == x.b && y.a == x.a, "copy");
}
