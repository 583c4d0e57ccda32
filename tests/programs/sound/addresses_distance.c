// because: check
// expect: exit 5
#include <assert.h>
#include <stdint.h>
int a, b;

int main(void)
{
    assert((uintptr_t)&a + 1024 != (uintptr_t)&b);
    return 0;
}
