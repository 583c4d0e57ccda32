// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int i = 3, sum = 0;
    goto middle;
    for (i = 0; i < 10; i++) {
        sum += 100;
    middle:
        sum += i;
    }
    printf("%d\n", sum);
    int n = 0;
    goto inside;
    while (n < 5) {
        n++;
        {
        inside:
            n++;
            printf("%d ", n);
        }
    }
    printf("\n");
    if (0) {
    branch:
        printf("branch %d\n", n);
    } else {
        n += 50;
        goto branch;
    }
    return 0;
}
