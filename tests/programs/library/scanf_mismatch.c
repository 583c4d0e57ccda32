// because: run
// expect: same-as-cc
// stdin: 5 apples 6,7 x
#include <stdio.h>

int main(void) {
    int a = -1, b = -1;
    char word[16];
    int n = scanf("%d %d", &a, &b);
    printf("%d %d %d\n", n, a, b);
    n = scanf("%d", &a);
    printf("%d %d\n", n, a);
    n = scanf("%15s", word);
    printf("%d %s\n", n, word);
    n = scanf("%d,%d,%d", &a, &b, &a);
    printf("%d %d %d\n", n, a, b);
    n = scanf("%d", &a);
    printf("%d\n", n);
    int c = getchar();
    printf("%c\n", c);
    return 0;
}
