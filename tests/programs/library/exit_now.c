// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

static void never(void) {
    printf("never\n");
}

__attribute__((destructor)) static void destructor(void) {
    printf("never\n");
}

int main(void) {
    atexit(never);
    printf("main\n");
    fflush(stdout);
    _Exit(11);
}
