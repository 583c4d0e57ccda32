// because: run
// expect: fails pointer_primitive at line 9
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n = INT_MIN + 0;
    printf("%d\n", abs(n)); /* fails */
    return 0;
}
