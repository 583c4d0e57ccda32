// because: check
// expect: exit 5
// A char may lie anywhere.
#include <assert.h>
#include <stdint.h>
char c;

int main(void)
{
    assert((uintptr_t)&c % 16 == 0);
    return 0;
}
