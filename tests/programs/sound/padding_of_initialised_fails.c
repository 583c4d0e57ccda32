// because: check
// expect: fails assertion at line 12
// Nobody says what lies between the members.
#include <assert.h>
#include <string.h>
struct mixed { char c; int i; };

int main(void)
{
    struct mixed a = {1, 2}, b = {1, 2};
    assert(a.c == b.c && a.i == b.i);
    assert(memcmp(&a, &b, sizeof a) == 0);
    return 0;
}
