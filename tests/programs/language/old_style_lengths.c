// because: run -std=gnu89
// expect: same-as-cc
// The length of an array parameter of an old-style definition may name another parameter.
#include <stdio.h>

int sum(n, a, scale) int n, scale;
int a[n * (scale > 0)];
{
    int i, total = 0;
    for (i = 0; i < n; i++)
        total += a[i] * scale;
    return total;
}

char last(text, length) int length;
char text[length + 1];
{ return text[length - 1]; }

int main() {
    int a[3] = {1, 2, 3};
    printf("%d %c %d\n", sum(3, a, 2), last("abc", 3), (int)sizeof a);
    return 0;
}
