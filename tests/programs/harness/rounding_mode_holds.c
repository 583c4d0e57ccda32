// because: check
// expect: holds
int main(void) {
    float x = nondet_float(), y = nondet_float();
    __CPROVER_assume(x == 1.0f && y == 3.0f);
    __CPROVER_rounding_mode = 1;
    float down = x / y;
    __CPROVER_rounding_mode = 2;
    float up = x / y;
    __CPROVER_rounding_mode = 0;
    assert(down < up && x / y == up);
}
