// because: check
// expect: exit 5
// What was freed may be handed out again.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    uintptr_t before = (uintptr_t)p;
    free(p);
    char *q = malloc(4);
    assert((uintptr_t)q != before);
    return 0;
}
