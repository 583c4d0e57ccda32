// because: check
// expect: exit 5
// Two objects may lie side by side.
#include <assert.h>
#include <stdint.h>
int x, y;

int main(void)
{
    uintptr_t distance = (uintptr_t)&x - (uintptr_t)&y;
    assert(distance != sizeof y);
    return 0;
}
