// because: check
// expect: holds
#include <assert.h>
#include <setjmp.h>

static jmp_buf place;

int main(void) {
    int x;
    if (setjmp(place))
        return 1;
    if (x == 3 && x == 4)
        longjmp(place, 1);
    assert(x != 3 || x == 3);
    return 0;
}
