// because: check
// expect: fails assertion at line 12
// The jump starts inside a statement expression.
#include <assert.h>
int nondet_int(void);

int main(void)
{
    int c = ({ if (nondet_int()) goto behind; 0; });
    int i = 3;
behind:
    assert(i == 3);
    return c;
}
