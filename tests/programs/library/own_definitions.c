// because: run
// expect: same-as-cc
#include <stdio.h>

/* A program may have functions of its own with names that the library has too. */
static int abs(int n) {
    return n < 0 ? -n * 100 : n;
}

int index = 3;

static char *strdup(const char *s) {
    (void)s;
    return "own strdup";
}

char *basename(int n) {
    return n ? "own basename" : 0;
}

static int isalpha(int c) {
    return c == '?';
}

int main(void) {
    printf("%d %d %s %s %d\n", abs(-2), index, strdup("x"), basename(1), isalpha('?'));
    return 0;
}
