// because: check
// expect: holds
// What printf returns is the number of characters.
#include <assert.h>
#include <stdio.h>
int nondet_int(void);

int main(void)
{
    int x = nondet_int();
    if (x < 0 || x > 99)
        return 0;
    int n = printf("x%d\n", x);
    assert(n == (x < 10 ? 3 : 4));
    return 0;
}
