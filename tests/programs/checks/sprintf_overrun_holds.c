// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    char buf[4];
    sprintf(buf, "%d", 123);
    printf("%s\n", buf);
    return 0;
}
