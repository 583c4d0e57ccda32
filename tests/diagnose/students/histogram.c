// because: diagnose histogram.c --tests histogram
// fault: line 15
// should be: for (i = 0; i < MOST; i++) {
#include <stdio.h>
#define MOST 5
int main(void) {
    int count[MOST] = {0};
    int n, i, j, x;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &x);
        if (x >= 0 && x < MOST)
            count[x]++;
    }
    for (i = 1; i < MOST; i++) {
        printf("%d: ", i);
        for (j = 0; j < count[i]; j++)
            printf("*");
        printf("\n");
    }
    return 0;
}
