// because: check
// expect: holds
#include <assert.h>

void *buffer[5];

void leave(int depth) {
    if (depth == 0)
        __builtin_longjmp(buffer, 1);
    leave(depth - 1);
}

int main(void) {
    if (__builtin_setjmp(buffer))
        return 0;
    leave(2);
    assert(0);
}
