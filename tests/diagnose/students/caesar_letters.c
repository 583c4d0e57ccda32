// because: diagnose caesar_letters.c --tests caesar_letters
// fault: line 24
// should be: c >= 'a' && c <= 'z'
#include <stdio.h>
#include <string.h>

#define MAX 100

int main(void)
{
    char text[MAX];
    int key, i, len;

    scanf("%d", &key);
    getchar();
    fgets(text, MAX, stdin);
    len = strlen(text);
    if (len > 0 && text[len - 1] == '\n') {
        text[len - 1] = '\0';
        len--;
    }
    for (i = 0; i < len; i++) {
        char c = text[i];
        if (c >= 'a' || c <= 'z')
            text[i] = (c - 'a' + key) % 26 + 'a';
        else if (c >= 'A' && c <= 'Z')
            text[i] = (c - 'A' + key) % 26 + 'A';
    }
    printf("%s\n", text);
    return 0;
}
