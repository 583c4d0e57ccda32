// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

struct packet {
    int count;
    short data[];
};

static struct packet *make(int n) {
    struct packet *p = malloc(sizeof *p + (size_t)n * sizeof p->data[0]);
    p->count = n;
    for (int i = 0; i < n; i++)
        p->data[i] = (short)(i * i - 3);
    return p;
}

int main(void) {
    struct packet *p = make(6);
    int sum = 0;
    for (int i = 0; i < p->count; i++)
        sum = sum * 2 + p->data[i];
    printf("%d %zu\n", sum, sizeof *p);
    short *end = p->data + p->count;
    printf("%d\n", end[-1]);
    free(p);
    return 0;
}
