// because: diagnose palindrome.c --tests palindrome
// missing after line 11
// should be: j--;
#include <stdio.h>
#include <string.h>
int palindrome(const char *s) {
    int i = 0, j = strlen(s) - 1;
    while (i < j) {
        if (s[i] != s[j])
            return 0;
        i++;
    }
    return 1;
}
int main(void) {
    char word[64];
    scanf("%63s", word);
    if (palindrome(word))
        printf("yes\n");
    else
        printf("no\n");
    return 0;
}
