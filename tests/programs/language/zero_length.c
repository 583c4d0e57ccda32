// because: run
// expect: same-as-cc
#include <stdio.h>

struct empty {
};

struct tail {
    int n;
    char data[0];
};

struct with_empty {
    int a;
    struct empty e;
    int b;
};

int main(void) {
    struct empty e, f;
    e = f;
    struct with_empty w = {1, {}, 2};
    int zero[0];
    printf("%zu %zu %zu %zu\n", sizeof e, sizeof(struct tail), sizeof w, sizeof zero);
    printf("%d %d\n", w.a, w.b);
    int a[] = {};
    struct with_empty z = {};
    printf("%zu %d\n", sizeof a, z.b);
    return 0;
}
