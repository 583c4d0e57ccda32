// because: check --unwind 12
// expect: holds
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *before = getenv("A");
    unsetenv("A");
    assert(getenv("A") == NULL);
    setenv("A", "x", 0);
    assert(getenv("A")[0] == 'x');
    return before != NULL;
}
