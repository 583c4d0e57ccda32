// because: check
// expect: fails assertion at line 18
// The same inside of a structure; what has no initialiser at all is zero.
#include <assert.h>
struct record {
    int kind;
    union {
        short s;
        long l;
    } v[2];
    int end;
};

int main(void)
{
    struct record r = {.kind = 1, .v = {{.s = 2}}};
    assert(r.v[0].s == 2 && r.v[1].l == 0 && r.end == 0);
    assert(r.v[0].l == 2);
    return 0;
}
