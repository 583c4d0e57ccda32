// because: run
// expect: fails format at line 7
#include <stdio.h>

int main(void) {
    int letter = 'x';
    printf("%s\n", letter);
    return 0;
}
