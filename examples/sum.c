#include <stdio.h>

/* The sum and the largest of the numbers up to the first 0, with a mistake that tests notice. */
int main(void) {
    int n, sum = 0, largest = 0;
    while (scanf("%d", &n) == 1 && n != 0) {
        sum += n;
        if (n < largest) /* should be > */
            largest = n;
    }
    printf("sum %d largest %d\n", sum, largest);
    return 0;
}
