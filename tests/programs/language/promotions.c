// because: run
// expect: same-as-cc
#include <stdio.h>

#define TYPE(x)                                                                                        \
    _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long",      \
        long long: "long long", unsigned long long: "unsigned long long", float: "float",              \
        double: "double", long double: "long double", default: "other")

int main(void) {
    _Bool b = 1;
    char c = 100;
    signed char sc = -100;
    unsigned char uc = 200;
    short s = -30000;
    unsigned short us = 60000;
    printf("%s %s %s %s %s %s\n", TYPE(+b), TYPE(c + c), TYPE(sc * 2), TYPE(~uc), TYPE(-s), TYPE(us << 1));
    printf("%d %d %d %d\n", c + c, sc - uc, uc * uc, us + us);
    printf("%d %d %d\n", ~uc, -us, !us);
    unsigned char sum = uc + uc;
    printf("%d %d\n", sum, uc + uc > 255);
    printf("%s %s %s %s\n", TYPE(1 + 1u), TYPE(1u + 1L), TYPE(1UL + 1LL), TYPE(1 + 1ULL));
    printf("%s %s %s\n", TYPE(1 + 1.0f), TYPE(1.0f + 1.0), TYPE(1ULL + 1.0L));
    printf("%s %s\n", TYPE('a'), TYPE(1 ? c : s));
    return 0;
}
