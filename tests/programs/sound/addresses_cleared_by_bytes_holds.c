// because: check
// expect: holds
// A pointer whose bytes become zero one by one, in some runs, is null there.
#include <assert.h>
struct s {
    int *p;
    int k;
};
int nondet_int(void);
int g;

int main(void)
{
    struct s v = {&g, 1};
    if (nondet_int()) {
        unsigned char *b = (unsigned char *)&v;
        for (unsigned i = 0; i < sizeof v; i++)
            b[i] = 0;
    }
    assert(v.p == 0 || v.p == &g);
    if (v.p)
        *v.p = 3;
    assert(v.p == 0 || g == 3);
    return 0;
}
