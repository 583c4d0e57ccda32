#include <stdio.h>
/* Out of range on purpose: what x86-64 gives. */
int main(void) {
    volatile double v[] = {0.9, -0.9, 1e9, -1e9, 127.9, 255.5, 40000.0, 70000.0, 2147483647.5, 4294967295.5, 9.2e18, 1.8e19, -5.5};
    volatile float w[] = {0.9f, -0.9f, 1e9f, 100.5f, 16777216.0f};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        double d = v[i];
        if (d > -1 && d < 128) printf("%d ", (signed char)d);
        if (d > -1 && d < 256) printf("%d ", (unsigned char)d);
        if (d > -1 && d < 65536) printf("%d ", (unsigned short)d);
        if (d > -2147483649.0 && d < 2147483648.0) printf("%d ", (int)d);
        if (d > -1 && d < 4294967296.0) printf("%u ", (unsigned)d);
        if (d < 9.3e18) printf("%ld ", (long)d);
        if (d > -1) printf("%lu ", (unsigned long)d);
        printf("\n");
    }
    for (unsigned i = 0; i < sizeof w / sizeof *w; i++) printf("%d %u %ld %lu\n", (int)w[i], (unsigned)(w[i] < 0 ? 0 : w[i]), (long)w[i], (unsigned long)(w[i] < 0 ? 0 : w[i]));
    return 0;
}
