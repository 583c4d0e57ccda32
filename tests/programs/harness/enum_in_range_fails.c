// because: check
// expect: fails assertion at line 9
enum level { LOW = 1, MIDDLE, HIGH = 10 };

int main(void) {
    enum level at;
    __CPROVER_assume(__CPROVER_enum_is_in_range(at));
    __CPROVER_assert(at == LOW || at == MIDDLE || at == HIGH, "one of three");
    __CPROVER_assert(at != HIGH, "each of them");
    return 0;
}
