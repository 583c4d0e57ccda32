// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[4] = {'a', 'b', 'c', '\0'};
    printf("%zu\n", strlen(text));
    return 0;
}
