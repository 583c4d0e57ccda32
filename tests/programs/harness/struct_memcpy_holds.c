// because: check
// expect: holds
#include <string.h>
int nondet_int(void); unsigned nondet_uint(void);
struct p { int x, y; char t[6]; };
int main(void) {
    struct p a, b;
    a.x = nondet_int();
    a.y = nondet_int();
    strcpy(a.t, "hello");
    memcpy(&b, &a, sizeof a);
    __CPROVER_assert(b.x == a.x && b.y == a.y && strcmp(b.t, "hello") == 0, "same");
    unsigned n = nondet_uint();
    __CPROVER_assume(n <= sizeof(a));
    memset(&a, 0, n);
    if (n >= 8) __CPROVER_assert(a.x == 0 && a.y == 0, "zero");
}
