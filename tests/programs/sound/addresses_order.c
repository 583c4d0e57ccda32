// because: check
// expect: exit 5
// Which of two variables lies lower is nobody's to say.
#include <assert.h>
#include <stdint.h>
int a, b;

int main(void)
{
    assert((uintptr_t)&a < (uintptr_t)&b);
    return 0;
}
