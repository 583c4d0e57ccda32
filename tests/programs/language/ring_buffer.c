// because: run
// expect: same-as-cc
#include <stdio.h>

struct ring {
    unsigned head, tail;
    int data[8];
};

static int put(struct ring *r, int v) {
    if (r->head - r->tail == 8)
        return 0;
    r->data[r->head++ & 7] = v;
    return 1;
}

static int get(struct ring *r, int *v) {
    if (r->head == r->tail)
        return 0;
    *v = r->data[r->tail++ & 7];
    return 1;
}

int main(void) {
    /* The counters wrap around; the difference does not mind. */
    struct ring r = {.head = ~0u - 2, .tail = ~0u - 2};
    int v, sum = 0, refused = 0;
    for (int i = 0; i < 30; i++) {
        refused += !put(&r, i);
        if (i % 3 == 0 && get(&r, &v))
            sum = sum * 2 + v;
    }
    while (get(&r, &v))
        sum += v;
    printf("%d %d %u\n", sum, refused, r.head);
    return 0;
}
