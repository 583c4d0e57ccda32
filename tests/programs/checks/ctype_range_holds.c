// because: run
// expect: same-as-cc
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c = 255;
    printf("%d\n", isalpha(c) != 0);
    return 0;
}
