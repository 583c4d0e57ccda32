// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int i = 0, j = 0;
outer:
    j = 0;
inner:
    printf("%d%d ", i, j);
    if (++j < 3)
        goto inner;
    if (++i < 2)
        goto outer;
    printf("\n");
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++)
            if (a * b == 6) {
                printf("%d %d\n", a, b);
                goto found;
            }
    printf("none\n");
found:;
    int local = 7;
    goto skip;
    local = 8;
skip:
    printf("%d\n", local);
    return 0;
}
