// because: run
// expect: exit 0
int x = 5;

int main(void) {
    __CPROVER_assume(x > 0);
    __CPROVER_assert(x == 5, "x keeps its value");
    return 0;
}
