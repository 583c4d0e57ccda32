// because: run
// expect: same-as-cc
#include <stdio.h>

static int count(int n) {
    if (n > 100) {
        int m;
        __asm__ volatile("movl %1, %0" : "=r"(m) : "r"(n));
        return m;
    }
    return n;
}

int main(void) {
    printf("%d\n", count(7));
    return 0;
}
