// because: check
// expect: holds
// A `switch` into the body of a loop that has a variable of its own.
#include <assert.h>
int nondet_int(void);

int main(void)
{
    int n = nondet_int(), r = 0;
    if (n < 0 || n > 3)
        return 0;
    switch (n) {
    case 0:
        do {
            int t = 5;
            r += t;
        case 1:
            r += 1;
        case 2:
            t = 1;
            r += t + 1;
        } while (--n > 0);
    default:
        r++;
    }
    assert(r > 0 && r < 20);
    return 0;
}
