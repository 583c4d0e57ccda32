// because: run
// expect: same-as-cc
#include <stdio.h>

static int sum_squares(int n) {
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum + (int)(sizeof a / sizeof a[0]);
}

int main(void) {
    for (int n = 1; n < 8; n++)
        printf("%d ", sum_squares(n));
    int n = 5;
    char text[n + 1];
    int before = sizeof text;
    n = 100;
    printf("\n%d %zu\n", before, sizeof text);
    for (int i = 0; i < 5; i++)
        text[i] = (char)('a' + i);
    text[5] = '\0';
    printf("%s\n", text);
    return 0;
}
