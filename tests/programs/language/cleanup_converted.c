// because: run
// expect: same-as-cc
/* A cleanup handler that takes `void *` serves variables of any type. */
#include <stdio.h>

static void note(void *p) {
    printf("cleanup %d\n", *(char *)p);
}

int main(void) {
    __attribute__((cleanup(note))) char c = 3;
    {
        __attribute__((cleanup(note))) int i = 5;
        i++;
    }
    return 0;
}
