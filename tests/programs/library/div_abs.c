// because: run
// expect: same-as-cc
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(17L, -5L);
    lldiv_t ll = lldiv(-9000000000LL, 7LL);
    imaxdiv_t m = imaxdiv(100, 9);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    printf("%jd %jd\n", m.quot, m.rem);
    printf("%d %ld %lld %jd\n", abs(-5), labs(-6L), llabs(7LL), imaxabs(-8));
    printf("%jd %ju\n", strtoimax("-99", NULL, 10), strtoumax("ff", NULL, 16));
    return 0;
}
