// because: run
// expect: same-as-cc
#include <stdio.h>

__attribute__((weak)) int overridden(void) {
    return 1;
}

int original(int x) {
    return x + 5;
}

extern int alias(int x) __attribute__((alias("original")));
extern int missing(void) __attribute__((weak));

int main(void) {
    printf("%d %d\n", overridden(), alias(2));
    if (missing)
        printf("%d\n", missing());
    else
        printf("missing\n");
    return 0;
}
