// because: run
// expect: same-as-cc
#include <stdio.h>

struct b;

struct a {
    struct b *b;
    int n;
};

struct b {
    struct a a;
    struct b *list[2];
    int (*method)(struct b *, int);
};

static int add(struct b *self, int n) {
    return self->a.n += n;
}

int main(void) {
    struct b x = {{&x, 1}, {&x, 0}, add}, y = {{&x, 2}, {&y, &x}, add};
    x.list[1] = &y;
    printf("%d\n", x.a.b->list[1]->list[1]->list[0]->a.n);
    printf("%d %d\n", y.list[1]->method(&y, 10), y.a.b->method(y.a.b, 20));
    printf("%d %d\n", x.a.n, y.a.n);
    return 0;
}
