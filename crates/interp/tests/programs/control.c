#include <stdio.h>
static int classify(int c) { switch (c) { case 'a' ... 'z': return 1; case '0': case '9': return 2; case -5: return 3; case 1000000: return 4; default: return 0; } }
static void duff(char *to, const char *from, int n) { int k = (n + 3) / 4; switch (n % 4) { case 0: do { *to++ = *from++; case 3: *to++ = *from++; case 2: *to++ = *from++; case 1: *to++ = *from++; } while (--k > 0); } }
int main(void) {
    for (int i = -6; i < 130; i += 7) printf("%d", classify(i)); printf("%d%d\n", classify(1000000), classify('0')); char b[12] = {0}; duff(b, "abcdefghij", 10); puts(b);
    int n = 0; again: n++; if (n < 5) goto again; do { if (n == 8) break; if (n % 2) continue; printf("n%d ", n); } while (n++ < 20); while (n --> 3) ; printf("%d\n", n);
    for (int i = 0, j = 10; i < j; i++, j--) { if (i == 2) continue; if (j == 6) goto out; printf("%d,%d ", i, j); } out: puts("");
    int x = 3, y = 0; printf("%d %d %d %d\n", x && y++, x || y++, y, (x > 2 ? x : y) + (y, 5)); x = y = 7; printf("%d\n", ({ int t = x; t += y; t * 2; }));
    for (int i = 0; i < 3; i++) switch (i) { int k; case 0: k = 4; printf("k%d ", k); break; case 1: k = 5; printf("k%d ", k); default: printf("d "); } puts("");
    unsigned long long f = 1; for (int i = 1; i <= 20; i++) f *= i; printf("%llu\n", f); long s = 0; for (long i = 0; i < 1000; i++) { if (i & 1) s += i; else s -= i / 2; } printf("%ld\n", s);
    switch (5L << 33) { case 5L << 33: puts("wide"); } int z = 0; if (!z) { if (z) puts("no"); else puts("else"); }
    return n;
}
