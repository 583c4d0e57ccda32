// because: run
// expect: same-as-cc
#include <stdio.h>

static const int table[] = {3, 1, 4, 1, 5};
static volatile int device;

static int read_device(void) {
    device = device * 2 + 1;
    return device;
}

static int dot(int n, const int *restrict a, const int *restrict b) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

int main(void) {
    const char *const name = "constant";
    volatile const int limit = 5;
    int weights[5] = {1, 2, 3, 4, 5};
    int sum = 0;
    for (int i = 0; i < limit; i++)
        sum += table[i] + read_device();
    printf("%d %d %s %d\n", sum, dot(5, table, weights), name, device);
    int *const fixed = &weights[2];
    *fixed = 33;
    const int *moving = table;
    moving++;
    printf("%d %d\n", weights[2], *moving);
    volatile struct {
        int a;
        char b;
    } v = {1, 'x'};
    v.a++;
    printf("%d %c\n", v.a, v.b);
    return 0;
}
