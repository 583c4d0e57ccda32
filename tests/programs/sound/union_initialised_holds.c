// because: check
// expect: holds
// Static storage is zero; a member as large as the union leaves nothing open.
#include <assert.h>
union number {
    char c;
    int i;
};
static union number g = {.c = 1};

int main(void)
{
    union number x = {.i = 1}, y;
    y = (union number){.i = 0};
    struct {
        union number v;
        int k;
    } s = {.k = 1};
    assert(g.i == 1 && x.c == 1 && y.i == 0 && s.v.i == 0);
    return 0;
}
