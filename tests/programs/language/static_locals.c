// because: run
// expect: same-as-cc
#include <stdio.h>

static int counter(void) {
    static int n = 10;
    return n++;
}

static int other(void) {
    static int n;
    static int *p = &n;
    *p += 2;
    return n;
}

static int recursive(int d) {
    static int calls;
    calls++;
    return d == 0 ? calls : recursive(d - 1);
}

static char *buffer(char c) {
    static char text[4] = "---";
    text[1] = c;
    return text;
}

int main(void) {
    counter();
    counter();
    other();
    printf("%d %d\n", counter(), other());
    printf("%d ", recursive(3));
    printf("%d\n", recursive(2));
    char *a = buffer('x');
    char *b = buffer('y');
    printf("%s %s %d\n", a, b, a == b);
    for (int i = 0; i < 3; i++) {
        static int in_loop;
        int fresh = 0;
        in_loop++;
        fresh++;
        printf("%d%d ", in_loop, fresh);
    }
    printf("\n");
    return 0;
}
