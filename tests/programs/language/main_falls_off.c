// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    printf("main returns 0 by itself\n");
}
