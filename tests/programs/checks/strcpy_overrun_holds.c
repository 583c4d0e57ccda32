// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

int main(void) {
    char buf[5];
    strcpy(buf, "1234");
    printf("%s\n", buf);
    return 0;
}
