// because: diagnose password_literal.c --tests password_literal
// fault: line 9
// should be: if (strcmp(user, "admin") == 0 && strcmp(word, "secret") == 0)
#include <stdio.h>
#include <string.h>
int main(void) {
    char user[32], word[32];
    scanf("%31s %31s", user, word);
    if (strcmp(user, "adnin") == 0 && strcmp(word, "secret") == 0)
        printf("welcome\n");
    else
        printf("denied\n");
    return 0;
}
