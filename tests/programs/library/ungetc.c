// because: run
// expect: same-as-cc
// stdin: 123abc456
#include <ctype.h>
#include <stdio.h>

static int number(void) {
    int c, n = 0;
    while (isdigit(c = getc(stdin)))
        n = n * 10 + c - '0';
    ungetc(c, stdin);
    return n;
}

int main(void) {
    printf("%d\n", number());
    char text[8] = {0};
    for (int i = 0, c; i < 7 && !isdigit(c = fgetc(stdin)); i++)
        text[i] = (char)c;
    ungetc('4', stdin);
    printf("%s\n", text);
    int rest = number();
    printf("%d\n", rest);
    printf("%d\n", getchar());
    return 0;
}
