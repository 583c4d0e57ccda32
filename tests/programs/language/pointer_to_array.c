// because: run
// expect: same-as-cc
#include <stdio.h>

static int trace(int (*m)[3], int n) {
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

static int (*second(int (*m)[3]))[3] {
    return m + 1;
}

int main(void) {
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    int(*p)[3][3] = &m;
    printf("%d %d %d\n", trace(m, 3), (*p)[2][1], (*second(m))[0]);
    printf("%td %d\n", second(m) - m, **second(m));
    const char text[2][6] = {"hello", "world"};
    const char(*t)[6] = text;
    printf("%s %s %zu\n", t[1], *t, sizeof *t);
    return 0;
}
