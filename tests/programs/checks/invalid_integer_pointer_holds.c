// because: run
// expect: same-as-cc
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int x = 6;
    int *p = (int *)(uintptr_t)&x;
    printf("%d\n", *p);
    return 0;
}
