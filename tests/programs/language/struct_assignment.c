// because: run
// expect: same-as-cc
#include <stdio.h>

struct s {
    int a[4];
    const char *name;
    double d;
};

static struct s global = {{1, 2, 3, 4}, "global", 0.5};

int main(void) {
    struct s local = global, *p = &local, array[3];
    global.a[0] = 100;
    array[0] = array[2] = *p;
    array[1] = global;
    array[2].a[3] = -1;
    printf("%d %d %d %d\n", local.a[0], array[0].a[3], array[1].a[0], array[2].a[3]);
    *p = array[1];
    printf("%d %s %g\n", local.a[0], p->name, array[2].d);
    /* Assigning an object to itself changes nothing. */
    local = local;
    printf("%d\n", local.a[3]);
    struct s chosen = local.d > 1 ? global : array[2];
    printf("%d\n", chosen.a[3]);
    return 0;
}
