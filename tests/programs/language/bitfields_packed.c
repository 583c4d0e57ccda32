// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) mixed {
    unsigned char tag;
    unsigned a : 5;
    unsigned b : 11;
    int c : 19;
    unsigned short tail;
};

int main(void) {
    struct mixed m;
    unsigned char bytes[sizeof m];
    memset(&m, 0, sizeof m);
    m.tag = 0x7f;
    m.a = 21;
    m.b = 1999;
    m.c = -123456;
    m.tail = 0xbeef;
    printf("%zu %u %u %u %d %x\n", sizeof m, m.tag, m.a, m.b, m.c, m.tail);
    memcpy(bytes, &m, sizeof m);
    for (unsigned i = 0; i < sizeof m; i++)
        printf("%02x", bytes[i]);
    printf("\n");
    return 0;
}
