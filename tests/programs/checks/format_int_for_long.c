// because: run
// expect: fails format at line 8
#include <stdio.h>

int main(void) {
    int n = -1;
    if (n < 0)
        printf("%ld\n", n);
    return 0;
}
