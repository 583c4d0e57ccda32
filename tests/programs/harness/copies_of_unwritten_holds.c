// because: check
// expect: holds
#include <stdlib.h>
#include <string.h>
struct pair {
    int x;
    short y;
    char text[3];
};
union either {
    int number;
    char bytes[4];
};
struct pair nondet_pair(void);
extern struct pair outside;
struct pair same(struct pair p) {
    return p;
}
int main(void) {
    struct pair a = nondet_pair(), b = a, c = same(b), d;
    __CPROVER_assert(a.x == b.x && b.y == c.y && a.text[2] == c.text[2], "from a function");
    d = outside;
    __CPROVER_assert(d.x == outside.x, "from outside");
    struct pair *p = malloc(sizeof *p);
    d = *p;
    __CPROVER_assert(d.text[1] == p->text[1], "from the heap");
    int m[4], n[4];
    memcpy(n, m, sizeof m);
    __CPROVER_assert(m[2] == n[2], "copied bytes");
    union either u, v = u;
    __CPROVER_assert(u.number == v.number, "another view");
    struct pair e;
    if (nondet_int())
        e = a;
    else
        e = d;
    __CPROVER_assert(e.x == a.x || e.x == d.x, "either");
}
