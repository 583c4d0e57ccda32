// because: check --enum-range-check
// expect: holds
enum colour { RED, GREEN = 5, BLUE };
int nondet_int(void);

int main(void) {
    int n = nondet_int();
    enum colour c = n == 0 || (n >= 5 && n <= 6) ? n : BLUE;
    enum colour next = c == RED ? GREEN : c;
    return next == RED;
}
