// because: check
// expect: fails pointer_primitive at line 7
#include <stdio.h>
int main(void) {
    char text[11];
    int x = nondet_int();
    sprintf(text, "%d", x); /* fails */
}
