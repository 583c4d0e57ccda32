// because: run
// expect: same-as-cc
// A label before the last expression of a statement expression does not take its value away.
#include <stdio.h>

int main(void) {
    int r = ({
        __label__ end;
        int v = 0;
    again:
        v++;
        if (v < 3)
            goto again;
        if (v == 3)
            goto end;
        v = 100;
    end:
        v;
    });
    printf("%d\n", r);
    printf("%d\n", ({ one: two: r + 1; }));
    return 0;
}
