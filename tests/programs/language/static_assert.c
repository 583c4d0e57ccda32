// because: run
// expect: same-as-cc
#include <assert.h>
#include <limits.h>
#include <stdio.h>

_Static_assert(sizeof(int) == 4, "int has four bytes");
_Static_assert(CHAR_BIT == 8, "bytes have eight bits");
static_assert((unsigned char)-1 == 255, "wraps");

struct s {
    int a;
    _Static_assert(sizeof(short) == 2, "inside a struct");
    char b;
};

int main(void) {
    _Static_assert('a' < 'z', "in a block");
    for (int i = 0; i < 1; i++) {
        _Static_assert(1, "");
        printf("%zu\n", sizeof(struct s));
    }
    return 0;
}
