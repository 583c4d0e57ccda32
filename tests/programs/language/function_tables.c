// because: run
// expect: same-as-cc
#include <stdio.h>

static double twice(double x) {
    return 2 * x;
}

static double square(double x) {
    return x * x;
}

static double negate(double x) {
    return -x;
}

static const struct {
    const char *name;
    double (*run)(double);
} table[] = {{"twice", twice}, {"square", square}, {"negate", negate}};

struct machine {
    int state;
    int (*step)(struct machine *, int);
};

static int stop(struct machine *m, int input) {
    m->state = -1;
    return input;
}

static int go(struct machine *m, int input) {
    m->state += input;
    if (m->state > 10)
        m->step = stop;
    return m->state;
}

int main(void) {
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
        printf("%s %g\n", table[i].name, table[i].run(3.5));
    double (*chain[3])(double) = {square, negate, twice};
    double x = 1.5;
    for (int i = 0; i < 3; i++)
        x = chain[i](x);
    printf("%g\n", x);
    struct machine m = {0, go};
    for (int i = 1; m.state >= 0; i++)
        printf("%d ", m.step(&m, i));
    printf("%d\n", m.state);
    return 0;
}
