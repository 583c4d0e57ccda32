// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    char array[] = "text";
    char *p = array;
    p[0] = 'T';
    printf("%s\n", p);
    return 0;
}
