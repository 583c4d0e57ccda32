// because: run
// expect: same-as-cc
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    printf("%" PRId8 " %" PRIu16 " %" PRId32 " %" PRIu64 "\n", INT8_MIN, UINT16_MAX, INT32_MIN, UINT64_MAX);
    printf("%" PRIx64 " %" PRIo32 " %" PRIdMAX "\n", (uint64_t)1 << 60, (uint32_t)0777, INTMAX_MIN);
    int_fast16_t fast = 5;
    int_least8_t least = -5;
    printf("%d %d %d\n", (int)fast, least, (int)sizeof(intptr_t));
    printf("%d %d %lld\n", INT_MAX - 1 + 1, INT_MIN + 1 - 1, LLONG_MAX);
    printf("%u %d\n", UINT_MAX + 1 - 1, SHRT_MAX + 1);
    printf("%llu %d\n", ULLONG_MAX / 3, CHAR_BIT * (int)sizeof(long));
    printf("%d\n", INT64_C(5) == 5 && UINT32_C(7) == 7u);
    return 0;
}
