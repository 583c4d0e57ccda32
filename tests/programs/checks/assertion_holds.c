// because: run
// expect: same-as-cc
#include <assert.h>
#include <stdio.h>

static int max(int a, int b) {
    return a > b ? a : b;
}

int main(void) {
    assert(max(3, 4) == 4);
    printf("fine\n");
    return 0;
}
