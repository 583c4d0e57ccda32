// because: run
// expect: same-as-cc
#include <stdio.h>

struct pair {
    int first;
    int rest[3];
};

struct holder {
    struct pair p;
    const char *label;
};

static struct pair make(int n) {
    struct pair p = {n, {n + 1, n + 2, n + 3}};
    return p;
}

static struct holder hold(int n) {
    return (struct holder){make(n), "held"};
}

static struct holder *pointer(void) {
    static struct holder h;
    h = hold(50);
    return &h;
}

int main(void) {
    printf("%d %d\n", make(4).first, make(7).rest[2]);
    printf("%d %s %c\n", hold(10).p.rest[0], hold(1).label, hold(1).label[2]);
    printf("%d %d\n", pointer()->p.first, (*pointer()).p.rest[1]);
    int i = make(1).rest[make(0).rest[0]] + hold(2).p.first;
    printf("%d\n", i);
    return 0;
}
