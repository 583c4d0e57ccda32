// because: run
// expect: same-as-cc
#include <stdio.h>

struct fields {
    unsigned a : 3;
    unsigned b : 7;
    unsigned c : 22;
    unsigned long d : 40;
};

int main(void) {
    struct fields f = {0};
    f.a = 9;
    f.b = 200;
    f.c = 0x3fffff;
    f.d = 0xffffffffffUL;
    printf("%u %u %u %lu\n", f.a, f.b, f.c, (unsigned long)f.d);
    f.a++;
    f.b -= 100;
    f.c <<= 3;
    f.d += 2;
    printf("%u %u %u %lu %zu\n", f.a, f.b, f.c, (unsigned long)f.d, sizeof f);
    unsigned sum = 0;
    for (int i = 0; i < 20; i++) {
        f.a = f.a + 3;
        sum = sum * 10 + f.a;
    }
    printf("%u\n", sum);
    return 0;
}
