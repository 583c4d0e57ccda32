// because: diagnose word_counter.c --tests word_counter
// missing after line 22
// should be: words++;
#include <stdio.h>
#include <ctype.h>

int main()
{
    int c;
    int lines = 0, words = 0, chars = 0, digits = 0;
    int inword = 0;

    while ((c = getchar()) != EOF) {
        chars++;
        if (c == '\n')
            lines++;
        if (isdigit(c))
            digits++;
        if (isspace(c)) {
            inword = 0;
        } else if (inword == 0) {
            inword = 1;
        }
    }
    printf("%d lines\n%d words\n%d chars\n%d digits\n", lines, words, chars, digits);
    return 0;
}
