// because: check
// expect: fails pointer_primitive at line 8
#include <stdio.h>

int main(void) {
    char word[3];
    word[0] = 'y', word[1] = 'e', word[2] = 's';
    printf("%s\n", word);
    return 0;
}
