// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int i = 0, n = 0;
    while (i < 5)
        n += i++;
    do
        n *= 2;
    while (n < 100);
    do {
        n--;
    } while (0);
    printf("%d %d\n", i, n);
    for (;;) {
        if (n-- < 150)
            break;
        if (n % 3)
            continue;
        printf("%d ", n);
    }
    printf("\n");
    for (int a = 0, b = 0; a + b < 20; a += 3, b++)
        if (a % 2 == 0)
            continue;
        else
            printf("%d:%d ", a, b);
    printf("\n");
    for (i = 10; i-- > 0;)
        ;
    printf("%d\n", i);
    for (int x = 1; x < 100; x *= 2)
        for (int y = x; y < 100; y *= 3) {
            if (y == 18)
                break;
            n += y;
        }
    printf("%d\n", n);
    do {
        if (n > 0)
            continue;
        n = 1000;
    } while ((n -= 100) > 0);
    printf("%d\n", n);
    return 0;
}
