// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

static int status = 4;

static void handler(void) {
    printf("after main: %d\n", status);
}

int main(void) {
    atexit(handler);
    status = 5;
    return 7;
}
