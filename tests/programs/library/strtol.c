// because: run
// expect: same-as-cc
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static const char *const texts[] = {"42",  "  -17xyz", "0x1F", "077", "0b11", "z9",
                                        "+5",  "-",        "",     "9223372036854775808",
                                        "1 2", "-0x8000000000000000"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        static const int bases[] = {0, 10, 16, 36};
        for (int b = 0; b < 4; b++) {
            char *end;
            errno = 0;
            long v = strtol(texts[i], &end, bases[b]);
            printf("%ld/%td/%d ", v, end - texts[i], errno != 0);
        }
        printf("\n");
    }
    char *end;
    printf("%lu ", strtoul("-1", &end, 10));
    printf("%llu ", strtoull("18446744073709551615", &end, 10));
    printf("%lld\n", strtoll("-9223372036854775808", &end, 10));
    return 0;
}
