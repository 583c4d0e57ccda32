// because: run
// expect: fails pointer_dereference at line 8
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[4] = {'a', 'b', 'c', 'd'};
    printf("%zu\n", strlen(text)); /* fails */
    return 0;
}
