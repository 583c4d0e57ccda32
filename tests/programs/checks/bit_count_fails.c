// because: run
// expect: fails bit_count at line 4
int first_set(unsigned mask) {
    return __builtin_ctz(mask);
}

int main(void) {
    unsigned mask = 4;
    mask &= mask - 1;
    return first_set(mask);
}
