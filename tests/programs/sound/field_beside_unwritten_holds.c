// because: check
// expect: holds
// What is written stays, whatever lies beside it.
#include <stdlib.h>

struct flags {
    unsigned a : 3;
    unsigned b : 7;
    signed c : 5;
    unsigned : 2;
    unsigned d : 15;
};

static struct flags zero;

int main(void) {
    struct flags s;
    unsigned x;
    s.b = x;
    s.a = 5;
    s.c = -3;
    s.a = s.a + 1;
    __CPROVER_assert(s.a == 6 && s.b == (x & 127) && s.c == -3, "written");
    s.d = 9;
    struct flags t = s;
    __CPROVER_assert(t.a == 6 && t.b == (x & 127) && t.d == 9, "copied");
    zero.a = 1;
    __CPROVER_assert(zero.b == 0 && zero.c == 0 && zero.d == 0, "static storage is zero");
    struct flags *p = calloc(1, sizeof *p);
    p->c = -1;
    __CPROVER_assert(p->a == 0 && p->b == 0 && p->d == 0, "calloc's is");
    free(p);
    return 0;
}
