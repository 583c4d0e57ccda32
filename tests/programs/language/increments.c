// because: run
// expect: same-as-cc
#include <stdio.h>

struct s {
    int n;
    unsigned f : 2;
};

int main(void) {
    char c = 127;
    unsigned char uc = 0;
    short sh = -1;
    long long ll = 1LL << 40;
    float f = 0.5f;
    double d = -0.5;
    long double ld = 1.25L;
    c++;
    uc--;
    ++sh;
    --ll;
    f++;
    --d;
    ld++;
    printf("%d %d %d %lld %g %g %Lg\n", c, uc, sh, ll, f, d, ld);
    int a[3] = {1, 2, 3}, *p = a;
    int x = *p++ * 10;
    int y = ++*p;
    int z = (*p)--;
    printf("%d %d %d %d %d %d\n", x, y, z, a[0], a[1], a[2]);
    struct s s = {5, 3}, *q = &s;
    q->n++;
    ++q->f;
    printf("%d %u ", s.n, s.f--);
    printf("%u\n", s.f);
    int i = 5;
    int pre = ++i, post = i++;
    printf("%d %d %d ", pre, post, i);
    printf("%d\n", -i--);
    _Bool b = 0;
    b++;
    b++;
    printf("%d\n", b);
    return 0;
}
