// because: check
// expect: fails assertion at line 16
// A `switch` leads past the assignment of a pointer.
#include <assert.h>
int nondet_int(void);
int g = 7;

int main(void)
{
    switch (nondet_int()) {
        int *p;
    case 0:
        p = &g;
        /* fall through */
    case 1:
        assert(p != 0);
    }
    return 0;
}
