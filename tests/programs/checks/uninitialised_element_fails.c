// because: run --uninitialized-check
// expect: fails uninitialised_read at line 9
#include <stdio.h>

int main(void) {
    int a[4];
    for (int i = 0; i < 3; i++)
        a[i] = i;
    printf("%d\n", a[3] == 3); /* fails */
    return 0;
}
