// because: run
// expect: fails pointer_primitive at line 8
#include <stdio.h>
#include <string.h>

int main(void) {
    char from[8] = "1234567", to[4];
    memcpy(to, from, 5); /* fails */
    printf("%.4s\n", to);
    return 0;
}
