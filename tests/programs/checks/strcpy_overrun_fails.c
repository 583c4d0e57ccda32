// because: run
// expect: fails pointer_dereference at line 8
#include <stdio.h>
#include <string.h>

int main(void) {
    char buf[5];
    strcpy(buf, "12345"); /* fails */
    printf("%s\n", buf);
    return 0;
}
