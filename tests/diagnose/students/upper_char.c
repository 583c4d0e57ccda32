// because: diagnose upper_char.c --tests upper_char
// fault: line 10
// should be: if (s[i] >= 'a' && s[i] <= 'z')
#include <stdio.h>
int main(void) {
    char s[80];
    int i;
    scanf("%79s", s);
    for (i = 0; s[i] != '\0'; i++) {
        if (s[i] > 'a' && s[i] <= 'z')
            s[i] = s[i] - 'a' + 'A';
    }
    printf("%s\n", s);
    return 0;
}
