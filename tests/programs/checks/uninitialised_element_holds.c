// because: run --uninitialized-check
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = i;
    printf("%d\n", a[3] == 3);
    return 0;
}
