// because: run
// expect: exit 134
// A program that aborts ends as under a shell: 128 and the number of SIGABRT.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("before\n");
    fflush(stdout);
    abort();
}
