// Counts words of standard input.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void) {
    char text[64];
    int length = 0, c;
    while (length < 63 && (c = getchar()) != EOF)
        text[length++] = (char)c;
    text[length] = '\0';
    int words = 0, inside = 0;
    for (int i = 0; text[i]; i++) {
        if (isspace((unsigned char)text[i]))
            inside = 0;
        else if (!inside)
            inside = words++;
    }
    printf("%d\n", words);
    assert(words <= (length + 1) / 2);
    return 0;
}
