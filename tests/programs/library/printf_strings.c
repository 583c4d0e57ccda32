// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    const char *s = "hello";
    char not_terminated[3] = {'a', 'b', 'c'};
    printf("[%s] [%10s] [%-10s] [%.3s] [%8.2s] [%-8.2s|] [%.0s]\n", s, s, s, s, s, s, s);
    printf("[%.3s] [%.*s] [%*s]\n", not_terminated, 2, not_terminated, 7, s);
    printf("[%c] [%3c] [%-3c] [%c%c]\n", 'x', 'y', 'z', 72, 105);
    printf("[%s] [%%]\n", "");
    printf("%s", "no newline");
    printf("\n");
    int n = printf("counted %d\n", 5);
    printf("%d\n", n);
    int at = 0;
    printf("abc%n", &at);
    printf("def %d\n", at);
    printf("%s %s\n", "a\tb", "tab");
    return 0;
}
