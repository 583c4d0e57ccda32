// because: run
// expect: same-as-cc
#include <stdio.h>

struct fields {
    signed int a : 3;
    signed int b : 5;
    int c : 24;
    signed char d : 4;
    short e : 9;
    long long f : 50;
};

int main(void) {
    struct fields s = {3, -16, -1, 7, -256, -1125899906842624LL / 2};
    printf("%d %d %d %d %d %lld\n", s.a, s.b, s.c, s.d, s.e, (long long)s.f);
    s.a = 4;
    s.b = 31;
    s.d = 8;
    s.e = 256;
    printf("%d %d %d %d\n", s.a, s.b, s.d, s.e);
    s.a = -4;
    s.a -= 1;
    printf("%d %d\n", s.a, s.a < 0);
    int assigned = (s.b = 17);
    printf("%d %d\n", assigned, s.b);
    return 0;
}
