// because: run
// expect: same-as-cc
#include <stdbool.h>
#include <stdio.h>

struct flags {
    _Bool a;
    bool b : 1;
};

static _Bool to_bool(double d) {
    return d;
}

int main(void) {
    _Bool b = 256;
    bool from_pointer = "text";
    bool from_null = (void *)0;
    bool from_fraction = 0.25;
    struct flags f = {42, 2 == 2};
    printf("%d %d %d %d\n", b, from_pointer, from_null, from_fraction);
    printf("%d %d %d %d\n", f.a, f.b, to_bool(-0.0), to_bool(1e-300));
    b = 0;
    b += 5;
    printf("%d\n", b);
    b++;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    b = !b;
    b |= 6;
    b &= 2;
    printf("%d %zu %d\n", b, sizeof b, true + true);
    return 0;
}
