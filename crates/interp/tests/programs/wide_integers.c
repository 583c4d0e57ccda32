#include <stdio.h>
typedef __int128 i128; typedef unsigned __int128 u128;
static void show(const char *t, u128 x) { printf("%s %016llx%016llx\n", t, (unsigned long long)(x >> 64), (unsigned long long)x); }
struct s { char c; i128 w; } g = { 1, -5 };
static i128 pass(i128 a, int b, u128 c) { return a * b + (i128)c; }
int main(void) {
    i128 a = (i128)1 << 100, b = -a; u128 u = ~(u128)0;
    show("a", a); show("b", b); show("sum", a + b + 1); show("mul", a * 3); show("div", b / 7); show("rem", b % 7); show("udiv", u / 10); show("urem", u % 10);
    show("shr", b >> 90); show("ushr", u >> 90); show("and", u & (u128)a); show("neg", -b); show("not", ~a); show("g", g.w); g.w += a; show("g", g.w);
    show("pass", pass(a, -3, u)); printf("%d %d %d %d\n", a > b, (u128)a > (u128)b, a == -b, !a);
    printf("%d %lld %g %Lg\n", (int)b, (long long)(a >> 50), (double)a, (long double)b); show("fromd", (i128)1e30); show("fromf", (u128)1e38f);
    i128 t[3] = {1, 2, 3}; int i = 2; t[i] <<= 64; show("t", t[2]); show("t", t[i - 1]);
    switch ((int)(a >> 98)) { case 4: puts("four"); break; default: puts("other"); }
    return a != 0;
}
