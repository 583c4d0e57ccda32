// because: run
// expect: same-as-cc
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int values[] = {0, 1, -1, 42, -12345, 2147483647, -2147483647 - 1};
    for (int i = 0; i < 7; i++) {
        int v = values[i];
        printf("[%d] [%5d] [%-7d] [%05d] [%+d] [% d] [%.3d] [%8.5d] [%-8.5d|]\n", v, v, v, v, v, v, v, v, v);
        printf("[%u] [%x] [%X] [%o] [%#x] [%#o] [%08x] [%#010x] [%-#12x|]\n", v, v, v, v, v, v, v, v, v);
    }
    printf("%hhd %hhu %hd %hu\n", 300, 300, 70000, 70000);
    printf("%ld %lu %lld %llx\n", -1L, ~0UL, 1LL << 62, ~0ULL);
    printf("%jd %ju %zu %zd %td\n", (intmax_t)-5, (uintmax_t)5, sizeof(int), (ptrdiff_t)-3, (ptrdiff_t)7);
    printf("%*d|%-*d|%*d\n", 6, 42, 6, 42, -6, 42);
    printf("%.*d|%.*d|%.0d|%.d\n", 4, 7, -1, 7, 0, 0);
    printf("%+i % i %+05i %- 5i|\n", 3, 3, 3, 3);
    printf("%'d %i%%\n", 1234567, 50);
    return 0;
}
