// because: check --enum-range-check
// expect: fails enum_range at line 7
enum level { LOW = 1, HIGH = 10 };

enum level chosen(int number) {
    __CPROVER_assume(number == 1 || number == 9);
    return number;
}

int main(void) {
    return chosen(nondet_int());
}
