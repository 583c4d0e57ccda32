// because: run
// expect: same-as-cc
#include <stdio.h>

struct fields {
    unsigned narrow : 5;
    unsigned wide : 32;
};

int main(void) {
    struct fields f = {1, 1};
    /* A field narrower than int promotes to int, one of int's width to unsigned. */
    printf("%d %d\n", f.narrow - 2 < 0, f.wide - 2 < 0);
    printf("%d %u\n", ~f.narrow, ~f.wide);
    printf("%d\n", -f.narrow < f.narrow);
    return 0;
}
