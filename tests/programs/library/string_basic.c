// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

static int sign(int n) {
    return (n > 0) - (n < 0);
}

int main(void) {
    char a[32] = "hello", b[32];
    printf("%zu %zu\n", strlen(a), strlen(""));
    strcpy(b, a);
    strcat(b, ", world");
    strncat(b, "!!!!", 2);
    printf("%s %zu\n", b, strlen(b));
    memset(a, '.', sizeof a);
    strncpy(a, "abc", 6);
    printf("%s %d %c\n", a, a[5], a[6]);
    strncpy(a, "abcdef", 3);
    printf("%.6s|\n", a);
    printf("%d %d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a")), strcmp("x", "x"), sign(strcmp("ab", "a")));
    printf("%d %d %d\n", strncmp("abcd", "abxy", 2), sign(strncmp("abc", "abd", 3)), strncmp("", "", 5));
    printf("%d\n", sign(strcmp("\x80", "a")));
    return 0;
}
