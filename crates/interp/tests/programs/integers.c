#include <stdio.h>
#include <limits.h>
#define SHOW(x) printf("%s = %lld\n", #x, (long long)(x))
int main(void) {
    volatile int i = -7, j = 2;
    volatile unsigned u = 4000000000u, v = 3;
    volatile long l = LONG_MIN, m = 12345678901L;
    volatile unsigned long ul = ULONG_MAX;
    volatile signed char c = -128; volatile unsigned char uc = 200; volatile short s = -32768; volatile unsigned short us = 65535;
    volatile _Bool b = 5;
    SHOW(i / j); SHOW(i % j); SHOW(u / v); SHOW(u % v); SHOW(i * j); SHOW(u * v); SHOW(u + v); SHOW(v - u);
    SHOW(i >> 1); SHOW(u >> 1); SHOW(u << 3); SHOW(l >> 60); SHOW(ul >> 60); SHOW(m * 3); SHOW(~i); SHOW(~u); SHOW(~ul); SHOW(-i); SHOW(-u);
    SHOW(i < j); SHOW((unsigned)i < v); SHOW(u > v); SHOW(l < m); SHOW(ul > (unsigned long)m); SHOW(i & 0xff); SHOW(u | 1); SHOW(i ^ j);
    SHOW(c - 1); SHOW(uc + 100); SHOW(s - 1); SHOW(us + 1); SHOW((signed char)uc); SHOW((unsigned char)c); SHOW((short)us); SHOW((unsigned)s);
    SHOW(b); SHOW(b + 1); SHOW(!b); SHOW(!i); SHOW((_Bool)m); SHOW((char)m); SHOW((int)m); SHOW((unsigned)m);
    c += 300; SHOW(c); uc *= 3; SHOW(uc); s >>= 3; SHOW(s); us <<= 4; SHOW(us); i++; SHOW(i); --u; SHOW(u);
    b = 256; SHOW(b); b--; SHOW(b); b--; SHOW(b);
    enum color { RED = -2, GREEN, BLUE = 10 } e = BLUE; e = e - 11; SHOW(e == GREEN); SHOW(e);
    SHOW(__builtin_clz(1)); SHOW(__builtin_ctzl(8)); SHOW(__builtin_popcountll(ul)); SHOW(__builtin_bswap32(0x12345678)); SHOW(__builtin_parity(7)); SHOW(__builtin_ffs(0)); SHOW(__builtin_clrsb(-1));
    int r; SHOW(__builtin_add_overflow(INT_MAX, 1, &r)); SHOW(r); SHOW(__builtin_mul_overflow(1000, 1000, &r)); SHOW(r);
    unsigned char n; SHOW(__builtin_sub_overflow(3, 5, &n)); SHOW(n);
    for (unsigned k = 0; k < 40; k++) { u = u * 1664525u + 1013904223u; i = (int)(u >> 3) % 1000 - 500; j = (int)(u % 17) + 1; printf("%d %d %u %d\n", i / j, i % j, u / (unsigned)j, (i * 4 >> 1) ^ j); if (i < 0) i = -i; }
    return 42;
}
