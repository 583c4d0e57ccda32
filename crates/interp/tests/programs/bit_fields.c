#include <stdio.h>
struct b { unsigned a : 3; int b : 5; unsigned : 0; unsigned long c : 40; _Bool d : 1; signed char e : 7; long f : 33; };
struct __attribute__((packed)) p { unsigned a : 7; unsigned long b : 60; int c : 17; char d; };
struct b g = { 9, -1, 1UL << 39, 1, -64, -1 };
int main(void) {
    struct b x = g; x.a += 6; x.b = 15; x.b++; x.c -= 1; x.d = 4; x.e ^= 3; x.f = 1L << 32;
    printf("%u %d %lu %d %d %ld %zu\n", x.a, x.b, (unsigned long)x.c, x.d, x.e, (long)x.f, sizeof x);
    struct p q = { 100, 0x123456789abcdefUL, -65536, 'z' }; q.b <<= 4; q.a--; q.c >>= 3; printf("%u %lx %d %c %zu\n", q.a, (unsigned long)q.b, q.c, q.d, sizeof q);
    struct b *p = &x; p->b = -p->b; int r = (p->a = 12); printf("%d %d %d\n", p->b, r, p->a > p->b);
    unsigned char *raw = (unsigned char *)&q; for (unsigned i = 0; i < sizeof q; i++) printf("%02x", raw[i]); printf("\n");
    union { struct { unsigned lo : 4, hi : 4; } n; unsigned char c; } u; u.c = 0xa5; printf("%x %x\n", u.n.lo, u.n.hi);
    return x.a + q.a;
}
