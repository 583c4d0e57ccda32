// because: run
// expect: same-as-cc
#include <stdio.h>

struct s {
    int a[3];
    struct s *self;
};

static struct s storage;
static int evaluations;

static struct s *where(void) {
    evaluations++;
    storage.self = &storage;
    return &storage;
}

int main(void) {
    where()->self->self->a[1] = 5;
    where()->a[where()->a[1] - 3] += 7;
    (*where()).a[0] = storage.a[1] + storage.a[2];
    printf("%d %d %d %d\n", storage.a[0], storage.a[1], storage.a[2], evaluations);
    int x = 1, y = 2, *p = &x;
    *(p == &x ? &y : &x) = 9;
    (*p)++;
    *&*p += 5;
    printf("%d %d\n", x, y);
    int m[2][2] = {{1, 2}, {3, 4}};
    *(*(m + 1) + 1) = 40;
    *m[0] = 10;
    printf("%d %d\n", m[1][1], m[0][0]);
    return 0;
}
