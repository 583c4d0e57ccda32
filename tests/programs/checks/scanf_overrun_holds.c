// because: run
// expect: same-as-cc
// stdin: toolong
#include <stdio.h>

int main(void) {
    char word[6];
    if (scanf("%5s", word) == 1)
        printf("%s\n", word);
    return 0;
}
