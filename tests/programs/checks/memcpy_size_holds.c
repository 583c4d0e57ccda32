// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

int main(void) {
    char from[8] = "1234567", to[4];
    memcpy(to, from, 4);
    printf("%.4s\n", to);
    return 0;
}
