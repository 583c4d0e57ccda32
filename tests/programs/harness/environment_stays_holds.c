// because: check
// expect: holds
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *first = getenv("HOME");
    assert(getenv("HOME") == first);
    char *other = getenv("PATH");
    assert(first == NULL || first != other);
    return 0;
}
