// because: check
// expect: holds
// Zeros everywhere; a member that the initialiser leaves out is zero as a whole; static storage was zero before.
#include <assert.h>
#include <string.h>
struct mixed { char c; int i; };
struct outer { short s; struct mixed inner; struct { unsigned a : 3; unsigned b : 29; } full; char text[3]; };
static struct mixed kept = {1, 2};

int main(void)
{
    struct mixed a = {0}, b;
    memset(&b, 0, sizeof b);
    assert(memcmp(&a, &b, sizeof a) == 0);
    struct outer o = {.s = 3, .full.a = 5};
    assert(memcmp(&o.inner, &b, sizeof b) == 0 && o.full.b == 0 && o.full.a == 5 && o.s == 3);
    assert(o.text[0] == 0 && o.text[2] == 0);
    struct outer p = {1, a, {2, 3}, "ab"};
    assert(p.s == 1 && p.full.b == 3 && p.text[1] == 'b' && memcmp(&p.inner, &a, sizeof a) == 0);
    assert(((char *)&kept)[1] == 0);
    struct { int x, y; } tight = {.y = 4};
    unsigned char bytes[8] = {0, 0, 0, 0, 4};
    assert(memcmp(&tight, bytes, sizeof tight) == 0);
    return 0;
}
