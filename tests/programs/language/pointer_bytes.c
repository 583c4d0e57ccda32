// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

int main(void) {
    int x = 42;
    int *p = &x, *q = 0;
    unsigned char bytes[sizeof p];
    /* A pointer copied byte by byte still points. */
    memcpy(bytes, &p, sizeof p);
    for (unsigned i = 0; i < sizeof p; i++)
        ((unsigned char *)&q)[i] = bytes[i];
    *q += 1;
    printf("%d %d\n", x, p == q);
    union {
        int *p;
        unsigned long n;
    } u = {p};
    u.n += sizeof(int) * 0;
    printf("%d\n", *u.p);
    unsigned long number = (unsigned long)p;
    int *back = (int *)(number ^ 0);
    printf("%d\n", *back);
    return 0;
}
