// because: run
// expect: exit 6
#include <stdio.h>

int main(void) {
    int x = 3;
    int add(int y) { return x + y; }
    printf("%d\n", add(4));
    return 0;
}
