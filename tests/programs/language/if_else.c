// because: run
// expect: same-as-cc
#include <stdio.h>

static int classify(int n) {
    if (n < 0)
        if (n < -10)
            return 1;
        else
            return 2;
    else if (n == 0)
        return 3;
    else if (n < 10) {
        if (n & 1)
            return 4;
    } else
        return 5;
    return 6;
}

int main(void) {
    const int tests[] = {-100, -1, 0, 1, 2, 9, 10};
    for (int i = 0; i < 7; i++)
        printf("%d ", classify(tests[i]));
    printf("\n");
    double d = 0.0;
    void *p = 0;
    if (d)
        printf("no\n");
    if (!p)
        printf("null\n");
    if (1e-300)
        printf("tiny\n");
    if ("" && main)
        printf("addresses\n");
    return 0;
}
