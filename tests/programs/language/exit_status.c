// because: run
// expect: same-as-cc
#include <stdio.h>

static int status(int n) {
    return n * 100;
}

int main(void) {
    printf("status 300 is 44\n");
    return status(3);
}
