// because: check
// expect: fails assertion at line 14
// Only the bytes of the member that is initialised are known.
#include <assert.h>
union number {
    char c;
    int i;
};

int main(void)
{
    union number x = {.c = 1};
    assert(x.c == 1 && (x.i & 0xff) == 1);
    assert(x.i == 1);
    return 0;
}
