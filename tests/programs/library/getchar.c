// because: run
// expect: same-as-cc
// stdin: The quick brown fox\n12 lines?\n\nend
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c, letters = 0, digits = 0, lines = 0, other = 0;
    while ((c = getchar()) != EOF) {
        if (isalpha(c))
            letters++;
        else if (isdigit(c))
            digits++;
        else if (c == '\n')
            lines++;
        else
            other++;
    }
    printf("%d %d %d %d\n", letters, digits, lines, other);
    printf("%d %d %d\n", feof(stdin) != 0, ferror(stdin), getchar());
    return 0;
}
