// because: check
// expect: holds
#include <assert.h>
typedef int number;
int main(void) {
    const int c = 1;
    int *const p = 0;
    assert(_Generic((const int)1, int: 1, const int: 2, default: 3) == 1);
    assert(_Generic((volatile char)0, char: 1, default: 2) == 1);
    assert(_Generic(((const number)-c), int: 1, default: 2) == 1);
    assert(_Generic((__typeof__(c))0, int: 1, default: 2) == 1);
    assert(_Generic((int *const)p, int *: 1, default: 2) == 1);
    assert(_Generic((const int *)p, int *: 1, const int *: 2, default: 3) == 2);
    assert(_Generic((const char)1 + 1, int: 1, default: 2) == 1);
    assert(_Generic((c) - 1, int: 1, default: 2) == 1);
    assert(_Generic(&c, const int *: 1, int *: 2, default: 3) == 1);
    return 0;
}
