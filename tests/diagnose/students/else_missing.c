// because: diagnose else_missing.c --tests else_missing
// fault: line 12
// should be: else if (c >= 'a'
#include <stdio.h>
#include <ctype.h>
int main(void) {
    int c, v = 0, k = 0;
    while ((c = getchar()) != '\n' && c != EOF) {
        c = tolower(c);
        if (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u')
            v++;
        if (c >= 'a' && c <= 'z')
            k++;
    }
    printf("%d vowels, %d consonants\n", v, k);
    return 0;
}
