// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    printf("%d %d %d %d\n", 0, 010, 0x10, 0b101);
    printf("%d %d\n", 0777, 0XfF);
    printf("%u %ld %lu %lld %llu\n", 1u, 2L, 3uL, 4ll, 5LLU);
    printf("%lld %lld\n", 2147483648, 0x7fffffffffffffff);
    printf("%d %d\n", sizeof 2147483647 == 4, sizeof 2147483648 == 8);
    printf("%d %d\n", sizeof 0xffffffff == 4, 0xffffffff > 0);
    printf("%g %g %g %g %g\n", 1., .5, 1e3, 1.5E-2f, 0x1.8p1);
    printf("%Lg %g\n", 2.5L, 5e-1);
    printf("%d %d %d %d %d\n", 'a', '\n', '\0', '\\', '\'');
    printf("%d %d %d\n", '\101', '\x41', '"');
    printf("%c%c%c\n", 72, 105, 041);
    return 0;
}
