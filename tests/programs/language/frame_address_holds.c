// because: check
// expect: holds
#include <assert.h>

void *returns_to, *frame;

void note(void) {
    returns_to = __builtin_return_address(0);
    frame = __builtin_frame_address(0);
}

int main(void) {
    int before = 3;
    note();
    assert(before == 3);
}
