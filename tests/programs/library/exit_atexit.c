// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

static void first(void) {
    printf("registered first, runs last\n");
}

static void nested(void) {
    printf("registered by a handler\n");
}

static void second(void) {
    printf("registered second\n");
    atexit(nested);
}

static void deep(int n) {
    if (n == 0)
        exit(3);
    deep(n - 1);
}

__attribute__((destructor)) static void destructor(void) {
    printf("last of all\n");
}

int main(void) {
    atexit(first);
    atexit(second);
    atexit(second);
    printf("main\n");
    deep(5);
    printf("never\n");
    return 0;
}
