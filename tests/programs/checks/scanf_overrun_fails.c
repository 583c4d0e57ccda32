// because: run
// expect: fails pointer_dereference at line 8
// stdin: toolong
#include <stdio.h>

int main(void) {
    char word[6];
    if (scanf("%s", word) == 1) /* fails */
        printf("%s\n", word);
    return 0;
}
