// because: diagnose word_count.c --tests word_count
// fault: line 11
// should be: c == ' ' || c == '\n' || c == '\t'
#include <stdio.h>
int main(void) {
    int c, in = 0, words = 0, lines = 0, chars = 0;
    while ((c = getchar()) != EOF) {
        chars++;
        if (c == '\n')
            lines++;
        if (c == ' ' || c == '\t')
            in = 0;
        else if (in == 0) {
            in = 1;
            words++;
        }
    }
    printf("%d %d %d\n", lines, words, chars);
    return 0;
}
