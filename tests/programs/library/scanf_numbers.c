// because: run
// expect: same-as-cc
// stdin: 12 -7 0x1f 077 3000000000 2.5 -1e3\n65 A 1.25e-2 99
#include <stdio.h>

int main(void) {
    int a, b, c, d;
    unsigned u;
    float f;
    double e;
    int n = scanf("%d%d%i%i", &a, &b, &c, &d);
    printf("%d: %d %d %d %d\n", n, a, b, c, d);
    n = scanf("%u %f %lf", &u, &f, &e);
    printf("%d: %u %g %g\n", n, u, f, e);
    unsigned char hh;
    char ch;
    long double ld;
    long long ll;
    n = scanf("%hhu %c %Lf %lld", &hh, &ch, &ld, &ll);
    printf("%d: %d %c %Lg %lld\n", n, hh, ch, ld, ll);
    n = scanf("%d", &a);
    printf("%d\n", n);
    return 0;
}
