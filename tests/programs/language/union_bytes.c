// because: run
// expect: same-as-cc
#include <stdio.h>

union pun {
    unsigned int word;
    unsigned char bytes[4];
    unsigned short halves[2];
    float real;
};

union overlay {
    struct {
        int a, b;
    } pair;
    long long whole;
};

int main(void) {
    union pun p = {.word = 0x01020304};
    printf("%d %d %d %d %x %x\n", p.bytes[0], p.bytes[1], p.bytes[2], p.bytes[3], p.halves[0], p.halves[1]);
    p.bytes[3] = 0x40;
    p.bytes[2] = 0x49;
    p.bytes[1] = 0x0f;
    p.bytes[0] = 0xdb;
    printf("%.6f %x\n", p.real, p.word);
    p.real = -2.0f;
    printf("%x %zu\n", p.word, sizeof p);
    union overlay o = {{-1, 2}};
    printf("%llx\n", (unsigned long long)o.whole);
    o.whole = 0x700000008LL;
    printf("%d %d\n", o.pair.a, o.pair.b);
    union overlay copy = o;
    printf("%lld\n", copy.whole);
    return 0;
}
