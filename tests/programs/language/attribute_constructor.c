// because: run
// expect: same-as-cc
#include <stdio.h>

static int order;

__attribute__((constructor)) static void before(void) {
    order = order * 10 + 2;
    printf("before\n");
}

__attribute__((constructor(101))) static void very_early(void) {
    order = order * 10 + 1;
    printf("very early\n");
}

__attribute__((destructor)) static void after(void) {
    printf("after %d\n", order);
}

int main(void) {
    order = order * 10 + 3;
    printf("main %d\n", order);
    return 3;
}
