// because: run
// expect: same-as-cc
// An object at file scope may take the value of a compound literal, which may hold another one.
#include <stdio.h>

typedef struct {
    int x, y;
} P;
typedef struct {
    P a, b;
    const P *p;
    int *n;
} L;

static P p = (P){1, 2};
static L l = {(P){3, 4}, .b = (P){.y = 5}, &(P){6, 7}, (int[]){8, 9}};
static L m[2] = {(L){{10, 11}, {12, 13}, &(P){14, 15}, (int[2]){16}}};
static L *q = &(L){.a = {17, 18}, .n = &(int){19}};

int main(void) {
    printf("%d %d\n", p.x, p.y);
    printf("%d %d %d %d %d %d %d %d\n", l.a.x, l.a.y, l.b.x, l.b.y, l.p->x, l.p->y, l.n[0], l.n[1]);
    printf("%d %d %d %d %d %d\n", m[0].a.x, m[0].a.y, m[0].b.y, m[0].p->y, m[0].n[0], m[1].a.x);
    printf("%d %d %d\n", q->a.x, q->b.y, *q->n);
    return 0;
}
