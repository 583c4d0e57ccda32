// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

static void normal(void) {
    printf("never\n");
}

static void quick(void) {
    printf("quick\n");
    fflush(stdout);
}

__attribute__((destructor)) static void destructor(void) {
    printf("never\n");
}

int main(void) {
    atexit(normal);
    at_quick_exit(quick);
    printf("main\n");
    quick_exit(9);
}
