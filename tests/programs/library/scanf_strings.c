// because: run
// expect: same-as-cc
// stdin: name = value ; key=other\nabcdef 12:34 done
#include <stdio.h>

int main(void) {
    char a[16], b[16], c[4];
    int n = scanf("%15s = %15[a-z] ;", a, b);
    printf("%d %s %s\n", n, a, b);
    n = scanf(" %15[^=]=%15s", a, b);
    printf("%d %s %s\n", n, a, b);
    n = scanf(" %3c", c);
    printf("%d %c%c%c\n", n, c[0], c[1], c[2]);
    int hours, minutes, used = 0;
    n = scanf("%*s %d:%d%n", &hours, &minutes, &used);
    printf("%d %d %d %d\n", n, hours, minutes, used);
    n = scanf(" done%n", &used);
    printf("%d %d\n", n, used);
    n = scanf("%s", a);
    printf("%d\n", n);
    return 0;
}
