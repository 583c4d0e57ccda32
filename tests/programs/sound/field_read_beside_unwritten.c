// because: check
// expect: exit 5
// Reading one bit-field that nobody wrote says nothing about its neighbours.
struct flags {
    unsigned a : 2;
    unsigned b : 2;
};

int main(void) {
    struct flags s;
    unsigned x = s.a;
    __CPROVER_assert(x == 3 || s.b == 0, "never written");
    return 0;
}
