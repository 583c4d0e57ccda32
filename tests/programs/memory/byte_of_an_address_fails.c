// because: check
// expect: fails assertion at line 13
// Where the byte is zero already, the pointer is what it was; which of them is depends on where `x` lies.
#include <assert.h>
int nondet_int(void);
struct s { int *p; int n; };

int main(void) {
    int x = 4;
    struct s s = {&x, 1};
    int k = nondet_int();
    if (k >= 0 && k < 8) ((char *)&s)[k] = 0;
    if (s.p == &x) assert(s.n != 1);
}
