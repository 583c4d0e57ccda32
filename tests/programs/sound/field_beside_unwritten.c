// because: check
// expect: exit 5
// Storing one bit-field says nothing about those that share its byte.
struct flags {
    unsigned a : 1;
    unsigned b : 3;
    unsigned c : 12;
};

int main(void) {
    struct flags s;
    s.a = 1;
    __CPROVER_assert(s.b == 0, "never written");
    return 0;
}
