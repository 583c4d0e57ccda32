// because: run
// expect: same-as-cc
#include <stdio.h>

static inline int twice(int x) {
    return 2 * x;
}

inline __attribute__((always_inline)) static int thrice(int x) {
    return 3 * x;
}

extern inline __attribute__((gnu_inline)) int hidden(int x) {
    return x + 1000;
}

inline int external(int x);

inline int external(int x) {
    return x + 1;
}

extern inline int external(int x);

int hidden(int x) {
    return x + 1;
}

static int (*pointer)(int) = twice;

int main(void) {
    printf("%d %d %d %d\n", twice(2), thrice(2), external(2), pointer(21));
    return 0;
}
