// because: run
// expect: fails pointer_primitive at line 8
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c = 1000;
    printf("%d\n", isalpha(c) != 0); /* fails */
    return 0;
}
