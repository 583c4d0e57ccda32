// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

static void swap(void *a, void *b, size_t n) {
    unsigned char tmp[64];
    memcpy(tmp, a, n);
    memcpy(a, b, n);
    memcpy(b, tmp, n);
}

static int is_zero(const void *p, size_t n) {
    const unsigned char *bytes = p;
    while (n-- > 0)
        if (*bytes++)
            return 0;
    return 1;
}

int main(void) {
    int a = 1, b = 2;
    double x = 1.5, y = 2.5;
    struct {
        char c;
        int *p;
    } s = {'s', &a}, t = {'t', &b};
    swap(&a, &b, sizeof a);
    swap(&x, &y, sizeof x);
    swap(&s, &t, sizeof s);
    printf("%d %d %g %g %c%d %c%d\n", a, b, x, y, s.c, *s.p, t.c, *t.p);
    void *v = &x;
    printf("%g %d\n", *(double *)v, is_zero(&(int){0}, sizeof(int)));
    void *gnu = (char *)0 + 0;
    char buf[10] = "123456789";
    void *q = buf;
    q += 3;
    printf("%s %td %zu %d\n", (char *)q, (char *)q - buf, sizeof(void), gnu == 0);
    return 0;
}
