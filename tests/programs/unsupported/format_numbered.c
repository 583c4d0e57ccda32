// because: run
// expect: exit 6
#include <stdio.h>

int main(void) {
    printf("%2$d %1$d\n", 1, 2);
    return 0;
}
