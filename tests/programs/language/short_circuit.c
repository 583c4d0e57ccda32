// because: run
// expect: same-as-cc
#include <stdio.h>

static int calls;

static int yes(int n) {
    calls = calls * 10 + n;
    return 1;
}

static int no(int n) {
    calls = calls * 10 + n;
    return 0;
}

int main(void) {
    int *null = 0, x = 0;
    printf("%d ", yes(1) && no(2) && yes(3));
    printf("%d\n", calls);
    calls = 0;
    printf("%d ", no(1) || yes(2) || yes(3));
    printf("%d\n", calls);
    calls = 0;
    printf("%d ", (no(1) && yes(2)) || (yes(3) && no(4)) || yes(5));
    printf("%d\n", calls);
    if (null && *null)
        printf("never\n");
    if (x != 0 && 10 / x > 1)
        printf("never\n");
    x++ || x++;
    printf("%d ", x);
    x && x++;
    printf("%d %d %d\n", x, !x && x, 5 && 0.5);
    int v = (1 || x++) + (0 && x++);
    printf("%d %d\n", v, x);
    return 0;
}
