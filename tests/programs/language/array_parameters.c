// because: run
// expect: same-as-cc
#include <stdio.h>

static int first(int a[static 3]) {
    a[1] = 100;
    return a[0];
}

static int by_const(const int a[const], int n) {
    return a[n - 1];
}

static size_t decayed(int a[100]) {
    return sizeof(a) == sizeof(int *);
}

static int text(char s[], char *t) {
    s++;
    return *s == *t;
}

static int sum(int rows, int cols, int a[rows][cols]) {
    int s = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            s += a[i][j] * (j + 1);
    return s;
}

static int call(int f(int), int x) {
    return f(x);
}

static int negate(int x) {
    return -x;
}

int main(void) {
    int a[3] = {1, 2, 3}, m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    printf("%d %d %d %zu\n", first(a), a[1], by_const(a, 3), decayed(a));
    printf("%d %d %d\n", text("ab", "b"), sum(2, 3, m), call(negate, 5));
    return 0;
}
