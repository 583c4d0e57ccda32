// because: check --enum-range-check
// expect: fails enum_range at line 8
enum colour { RED, GREEN = 5, BLUE };
int nondet_int(void);

int main(void) {
    int n = nondet_int();
    enum colour c = n; /* fails */
    return c == RED;
}
