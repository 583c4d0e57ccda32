// because: run
// expect: fails pointer_primitive at line 7
#include <stdio.h>

int main(void) {
    char buf[4];
    sprintf(buf, "%d", 1234); /* fails */
    printf("%s\n", buf);
    return 0;
}
