// because: run
// expect: same-as-cc
#include <stdio.h>

static count = 3;
const limit = 10;

square(x) {
    return x * x;
}

main(void) {
    register i;
    auto total = 0;
    for (i = 0; i < count; i++)
        total += square(i + limit);
    printf("%d\n", total);
    unsigned u = 5;
    long l = 6;
    printf("%u %ld\n", u, l);
    return 0;
}
