// because: run
// expect: same-as-cc
#include <stdio.h>

static int x = 1;

static int outer(int x) {
    {
        int x = 30;
        x++;
        {
            extern int y;
            printf("%d ", x + y);
        }
    }
    for (int x = 100; x < 101; x++)
        printf("%d ", x);
    return x;
}

int y = 1000;

int main(void) {
    printf("%d %d\n", outer(7), x);
    int x = 5;
    if (x) {
        int x = 6;
        printf("%d ", x);
    }
    printf("%d\n", x);
    struct x {
        int x;
    } s = {8};
    enum { z = 9 };
    int label = 0;
label:
    if (label++ == 0)
        goto label;
    printf("%d %d %d\n", s.x, z, label);
    return 0;
}
