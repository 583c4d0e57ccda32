// because: diagnose palindrome_flag.c --tests palindrome_flag
// fault: line 15
// should be: no else
#include <stdio.h>
#include <string.h>
int main(void) {
    char s[50];
    int i, n, ok = 1;
    scanf("%49s", s);
    n = strlen(s);
    for (i = 0; i < n / 2; i++)
        if (s[i] != s[n - 1 - i])
            ok = 0;
        else
            ok = 1;
    if (ok)
        printf("yes\n");
    else
        printf("no\n");
    return 0;
}
