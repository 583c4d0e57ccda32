// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int a[10] = {0};
    int i = 9;
    a[i] = 5;
    printf("%d\n", a[9]);
    return 0;
}
