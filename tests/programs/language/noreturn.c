// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

_Noreturn static void leave(int code) {
    printf("leaving with %d\n", code);
    exit(code);
}

static int checked(int n) {
    if (n >= 0)
        return n;
    leave(7);
}

int main(void) {
    printf("%d\n", checked(3));
    printf("%d\n", checked(-3));
    return 0;
}
