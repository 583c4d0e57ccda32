// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int a = 1, b;
    b = (a++, a++, a * 10);
    printf("%d %d\n", a, b);
    for (int i = 0, j = 10; i < j; i += 3, j--)
        printf("%d,%d ", i, j);
    printf("\n");
    int c = (1, 2), d[] = {(3, 4), 5};
    printf("%d %d %d %zu\n", c, d[0], d[1], sizeof(1, 'a'));
    if (a = 0, b > 5)
        printf("%d\n", a);
    while (a++, a < 4)
        ;
    printf("%d\n", a);
    return 0;
}
