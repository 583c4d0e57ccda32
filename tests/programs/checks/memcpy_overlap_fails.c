// because: run
// expect: fails pointer_primitive at line 8
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[16] = "0123456789";
    memcpy(text + 4, text, 5); /* fails */
    printf("%s\n", text);
    return 0;
}
