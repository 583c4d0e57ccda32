// because: run
// expect: same-as-cc
#include <stdio.h>

__attribute__((weak)) int overridden(void) {
    return 1;
}

extern int missing(void) __attribute__((weak));
extern int object __attribute__((weak));

int main(void) {
    printf("%d\n", overridden());
    if (missing)
        printf("%d\n", missing());
    else
        printf("missing\n");
    printf("%d\n", &object == 0);
    return 0;
}
