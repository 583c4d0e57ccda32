// because: check --enum-range-check
// expect: holds
enum level { LOW = 1, MIDDLE, HIGH = 10 };

enum level nondet_level(void);

int main(void) {
    enum level at = LOW;
    int number = at;
    __CPROVER_assert(__CPROVER_enum_is_in_range(at), "a constant");
    at = (enum level)(number + 1);
    switch (at) {
    case LOW:
    case MIDDLE:
        break;
    case HIGH:
        number = 0;
    }
    return number;
}
