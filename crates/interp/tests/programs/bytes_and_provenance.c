#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
struct n { int v; struct n *next; };
int main(void) {
    int x = 5, *p = &x, *q; memcpy(&q, &p, sizeof p); *q = 6; printf("%d\n", x);
    char *from = (char *)&p, *to = (char *)&q; for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i]; *q += 1; printf("%d\n", x);
    uintptr_t a = (uintptr_t)p; a ^= 0xff; a ^= 0xff; q = (int *)a; *q += 1; printf("%d %d\n", x, (a & 3) == 0);
    struct n *h = malloc(sizeof *h), c; h->v = 1; h->next = h; c = *h; c.next->v = 9; printf("%d %d\n", h->v, c.v); struct n *r = realloc(h, 100); printf("%d\n", r->v); free(r);
    unsigned y = 0x01020304; unsigned char *b = (unsigned char *)&y; b[1] = 0xff; printf("%08x %d\n", y, b[3]);
    short *s = (short *)&y; s[1] = -2; printf("%08x\n", y); long big[2] = {1, 2}; memmove((char *)big + 1, big, 8); printf("%lx\n", big[0]);
    union { void *p; uintptr_t u; int i[2]; } u; u.p = &x; u.u += 0; *(int *)u.p = 3; printf("%d\n", x);
    void *v[3] = { &x, v, 0 }; void **w = v[1]; printf("%d %d\n", *(int *)w[0], w[2] == NULL); int (*f)(const char *) = puts; memcpy(&v[0], &f, sizeof f); memcpy(&f, &v[0], sizeof f); f("called");
    char *e = calloc(3, 2); printf("%d %d\n", e[5], e != 0); free(e); free(0);
    struct __attribute__((packed)) { char c; int *p; } k = { 1, &x }; *k.p = 8; printf("%d\n", x);
    return x;
}
