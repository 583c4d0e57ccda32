// because: check
// expect: exit 5
// The end of one object may be equal to the beginning of another.
#include <assert.h>
int x, y;

int main(void)
{
    int *end = &x + 1;
    assert(end != &y);
    return 0;
}
