// because: run
// expect: same-as-cc
#include <limits.h>
#include <stdio.h>

int main(void) {
    int i;
    unsigned u;
    long long l;
    unsigned char c;
    printf("%d ", __builtin_add_overflow(INT_MAX, 1, &i));
    printf("%d\n", i);
    printf("%d ", __builtin_sub_overflow(INT_MIN, 1, &i));
    printf("%d\n", i);
    printf("%d ", __builtin_mul_overflow(65536, 65536, &i));
    printf("%d\n", i);
    printf("%d ", __builtin_add_overflow(1u, 2u, &u));
    printf("%u\n", u);
    printf("%d ", __builtin_sub_overflow(1u, 2u, &u));
    printf("%u\n", u);
    printf("%d ", __builtin_mul_overflow(3000000000LL, 3000000000LL, &l));
    printf("%lld\n", l);
    printf("%d ", __builtin_mul_overflow(5000000000LL, 3000000000LL, &l));
    printf("%lld\n", l);
    printf("%d ", __builtin_add_overflow(200, 100, &c));
    printf("%d\n", c);
    printf("%d ", __builtin_add_overflow(-1, 1u, &u));
    printf("%u\n", u);
    printf("%d ", __builtin_sadd_overflow(1, 2, &i));
    printf("%d\n", i);
    printf("%d\n", __builtin_umul_overflow(100000u, 100000u, &u));
    printf("%d %d\n", __builtin_add_overflow_p(INT_MAX, 1, 0), __builtin_add_overflow_p(INT_MAX, 1, 0LL));
    return 0;
}
