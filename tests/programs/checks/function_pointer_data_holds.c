// because: run
// expect: same-as-cc
#include <stdio.h>

static int answer(void) {
    return 42;
}

static char data[8];

int main(void) {
    void *p = (void *)answer;
    int (*f)(void) = (int (*)(void))p;
    printf("%d\n", f());
    return 0;
}
