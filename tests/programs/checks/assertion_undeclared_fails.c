// because: run
// expect: fails assertion at line 7
int x = 5;

int main(void) {
    __CPROVER_assume(x > 0);
    __CPROVER_assert(x == 6, "x keeps its value"); /* fails */
    return 0;
}
