// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    printf("%d\n", later(20, 22));
    return 0;
}

int later(int a, int b) {
    return a + b;
}
