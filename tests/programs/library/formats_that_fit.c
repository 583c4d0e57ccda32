// because: run
// expect: same-as-cc
// stdin: 1 2 3 4 5.5 6.5 word c -8 9
// What programs pass to formats, and may.
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum colour { RED, GREEN };
typedef unsigned char byte;

int main(void) {
    char c = 'c';
    signed char sc = -1;
    unsigned char uc = 200, buffer[] = "bytes";
    short s = -2;
    unsigned short us = 3;
    int i = -4;
    unsigned u = 5;
    long l = -6;
    unsigned long ul = 7;
    long long ll = -8;
    unsigned long long ull = 9;
    float f = 1.5f;
    double d = 2.5;
    long double ld = 3.5L;
    size_t z = sizeof c;
    ptrdiff_t t = -1;
    enum colour e = GREEN;
    bool b = true;
    void *none = 0;
    byte *bytes = buffer;
    struct {
        unsigned field : 3;
        int other : 20;
    } bits = {5, -9};

    printf("%c %d %i %hhd %hd %x %X %o %u\n", c, c, sc, sc, s, uc, us, i, i);
    printf("%u %d %d %d %x\n", u, u, e, b, e);
    printf("%ld %lu %lx %lld %llu %llx\n", l, ul, l, ll, ull, ll);
    printf("%zu %zd %td %ju %jd\n", z, t, t, (uintmax_t)1, (intmax_t)-1);
    printf("%f %g %e %.1f %lf %Lf\n", f, d, d, d, d, ld);
    printf("%s %s %s %.2s %d\n", "text", buffer, bytes, buffer, (int)strlen("abc"));
    printf("%d %d\n", none == 0, printf("%p\n", none) > 0);
    printf("%*d|%-*d|%.*f\n", 5, i, 6, u, 2, d);
    printf("%u %d %d %%\n", bits.field, bits.field, bits.other);
    printf("%" PRId64 " %" PRIu32 " %" PRIx8 "\n", (int64_t)-1, (uint32_t)2, (uint8_t)3);
    printf("%d %u %c\n", 'x', sizeof(int) == 4, "xyz"[1]);
    printf("%d\n", (short)l);
    fprintf(stdout, "%s%c", i < 0 ? "negative" : "positive", '\n');
    int n1, n2;
    unsigned n3;
    long n4;
    float n5;
    double n6;
    char word[10], one;
    short n7;
    unsigned char n8;
    int read = scanf("%d %i %u %ld %f %lf %9s %c %hd %hhu", &n1, &n2, &n3, &n4, &n5, &n6, word, &one, &n7, &n8);
    printf("%d: %d %d %u %ld %g %g %s %c %d %d\n", read, n1, n2, n3, n4, n5, n6, word, one, n7, n8);
    int got = sscanf("12 abc]", "%d %[a-z]", (int *)&u, word);
    printf("%d %u %s\n", got, u, word);
    return 0;
}
