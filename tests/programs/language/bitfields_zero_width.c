// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

struct joined {
    unsigned a : 4;
    unsigned b : 4;
};

struct split {
    unsigned a : 4;
    unsigned : 0;
    unsigned b : 4;
};

struct gap {
    unsigned a : 4;
    unsigned : 6;
    unsigned b : 4;
};

int main(void) {
    unsigned char bytes[8];
    struct split s = {0xa, 0x5};
    struct gap g = {0xa, 0x5};
    printf("%zu %zu %zu\n", sizeof(struct joined), sizeof s, sizeof g);
    memset(bytes, 0, sizeof bytes);
    unsigned a = s.a, b = s.b;
    printf("%x %x %x %x\n", a, b, g.a, g.b);
    struct joined j = {1, 2};
    j.a = j.b;
    printf("%u %u\n", j.a, j.b);
    return 0;
}
