// because: check
// expect: holds
int numbers[__CPROVER_constant_infinity_uint];

int main(void) {
    unsigned i, j;
    char bytes[__CPROVER_constant_infinity_uint];
    numbers[i] = 1;
    numbers[j] = 2;
    __CPROVER_assert(i == j || numbers[i] == 1, "apart");
    bytes[i] = 3;
    __CPROVER_assert(bytes[i] == 3, "written");
    return 0;
}
