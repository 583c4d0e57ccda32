// because: diagnose count_vowels.c --tests count_vowels
// fault: line 6
// should be: return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
#include <stdio.h>
int is_vowel(char c) {
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'v';
}
int main(void) {
    int count = 0;
    int c;
    while ((c = getchar()) != EOF) {
        if (is_vowel(c))
            count++;
    }
    printf("%d vowels\n", count);
    return 0;
}
