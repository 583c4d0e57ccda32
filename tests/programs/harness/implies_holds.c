// because: check
// expect: holds
int main(void) {
    int x = nondet_int();
    __CPROVER_assert((x > 5) ==> (x > 3), "weaker");
    __CPROVER_assert(x > 5 ==> x > 4 ==> x > 3, "binds to the right");
    _Bool told = x > 5 || x == 0 ==> x > 4 || x < 1;
    __CPROVER_assert(told, "binds weaker than ||");
    __CPROVER_assert(x == 1 ? (x > 0 ==> x < 2) : 1, "in a choice");
}
