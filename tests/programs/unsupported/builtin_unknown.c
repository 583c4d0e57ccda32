// because: check
// expect: exit 6
#include <assert.h>

int main(void) {
    assert(__builtin_something_unheard_of(3) == 3); /* what it returns is not known, but not just anything */
    return 0;
}
