// because: run
// expect: same-as-cc
#include <stdio.h>

#define MAX(a, b)           \
    ({                      \
        __typeof__(a) x_ = (a); \
        __typeof__(b) y_ = (b); \
        x_ > y_ ? x_ : y_;  \
    })

static int calls;

static int next(void) {
    return ++calls;
}

int main(void) {
    int m = MAX(next(), 0);
    printf("%d %d\n", m, calls);
    printf("%g %d\n", MAX(2.5, 1), MAX(MAX(1, 7), MAX(3, 5)));
    int v = ({
        int s = 0;
        for (int i = 0; i < 10; i++) {
            if (i == 7)
                break;
            s += i;
        }
        s;
    });
    printf("%d\n", v);
    struct {
        int a, b;
    } pair = {({ 1; }), ({ int t = 5; t * t; })};
    printf("%d %d\n", pair.a, pair.b);
    int r = 0;
    for (int i = ({ 0; }); ({ i < 3; }); ({ i++; }))
        r += ({
            if (i == 1)
                continue;
            i + 10;
        });
    printf("%d\n", r);
    ({ printf("void\n"); (void)0; });
    return 0;
}
