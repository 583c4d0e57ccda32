// because: run
// expect: same-as-cc
int first_set(unsigned long mask) {
    return mask ? __builtin_ctzl(mask) : 64;
}

int main(void) {
    unsigned long mask = 4;
    mask &= mask - 1;
    return first_set(mask) == 64 && first_set(8) == 3 && __builtin_clz(1) == 31 && __builtin_ffs(0) == 0 &&
                   __builtin_popcount(0) == 0
               ? 0
               : 1;
}
