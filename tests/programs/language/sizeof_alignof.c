// because: run
// expect: same-as-cc
#include <stdalign.h>
#include <stddef.h>
#include <stdio.h>

struct mixed {
    char a;
    double b;
    char c;
    short d;
    int e[3];
    char f;
};

struct __attribute__((packed)) packed {
    char a;
    double b;
    short c;
};

struct aligned {
    char a;
    _Alignas(32) char b;
};

static int evaluated;

static int touch(void) {
    evaluated++;
    return 1;
}

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct mixed), offsetof(struct mixed, b), offsetof(struct mixed, d),
           offsetof(struct mixed, e[2]));
    printf("%zu %zu\n", sizeof(struct packed), offsetof(struct packed, c));
    printf("%zu %zu %zu\n", sizeof(struct aligned), offsetof(struct aligned, b), alignof(struct aligned));
    printf("%zu %zu %zu %zu\n", _Alignof(char), _Alignof(int), _Alignof(double), _Alignof(struct mixed));
    printf("%zu %d\n", sizeof touch(), evaluated);
    int a[5], *p = a;
    printf("%zu %zu %zu %zu\n", sizeof a, sizeof p, sizeof *p, sizeof(a) / sizeof(*a));
    printf("%zu %zu %zu %zu\n", sizeof 'a', sizeof "abc", sizeof 1.0f, sizeof(char));
    alignas(64) int over;
    printf("%d\n", (int)((size_t)&over % 64));
    printf("%zu %zu\n", sizeof(struct {int x; char y;}), sizeof(int (*)[3]));
    return 0;
}
