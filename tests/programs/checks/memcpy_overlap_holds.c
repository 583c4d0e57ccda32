// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[16] = "0123456789";
    memcpy(text + 5, text, 5);
    printf("%s\n", text);
    return 0;
}
