// because: run
// expect: same-as-cc
#include <stdio.h>

static void set(int **where, int *to) {
    *where = to;
}

static void swap(const char **a, const char **b) {
    const char *t = *a;
    *a = *b;
    *b = t;
}

int main(void) {
    int x = 1, y = 2;
    int *p = &x, **pp = &p, ***ppp = &pp;
    set(pp, &y);
    ***ppp += 40;
    printf("%d %d %d\n", x, y, **pp);
    const char *names[] = {"zero", "one", "two", 0};
    swap(&names[0], &names[2]);
    for (const char **n = names; *n; n++)
        printf("%s ", *n);
    printf("\n");
    int *rows[2] = {&x, &y};
    int **r = rows;
    printf("%d %d %d\n", *r[1], **(r + 1), **r);
    return 0;
}
