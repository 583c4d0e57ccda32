// because: run
// expect: same-as-cc
#include <stdint.h>
#include <stdio.h>

struct __attribute__((aligned(16))) wide {
    char c;
};

struct __attribute__((packed, aligned(2))) odd {
    char c;
    int i;
};

int main(void) {
    struct wide w[2] = {{'a'}, {'b'}};
    struct odd o = {'x', 0x01020304};
    __attribute__((aligned(128))) char buf[3];
    printf("%zu %zu %zu\n", sizeof w, sizeof o, _Alignof(struct odd));
    printf("%d %d\n", (int)((uintptr_t)&w[1] % 16), (int)((uintptr_t)buf % 128));
    printf("%x %c\n", (unsigned)o.i, o.c);
    o.i += 1;
    struct odd copy = o;
    printf("%x\n", (unsigned)copy.i);
    return 0;
}
