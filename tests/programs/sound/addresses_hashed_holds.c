// because: check
// expect: holds
// A table by address: it works wherever the keys lie.
#include <assert.h>
#include <stdint.h>
int a, b;
static int hash(const void *p)
{
    return (uintptr_t)p >> 4 & 7;
}

int main(void)
{
    int t[8] = {0};
    t[hash(&a)] = 1;
    assert(t[hash(&a)] == 1);
    assert(t[hash(&b)] == 0 || hash(&a) == hash(&b));
    return 0;
}
