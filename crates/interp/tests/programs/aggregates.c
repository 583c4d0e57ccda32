#include <stdio.h>
#include <string.h>
struct in { short a; char t[5]; }; struct out { int n; struct in v[3]; union { int i; float f; char c[4]; } u; struct out *next; };
static struct out make(int n) { struct out o = { n, { {1, "ab"}, {2, "cd"} }, .u.f = 1.0f }; o.v[2].a = (short)(n * 3); return o; }
static int sum(struct out o) { o.n += 100; return o.n + o.v[0].a + o.v[1].a + o.v[2].a; }
static int grid[3][4] = { {1, 2}, {[2] = 7}, {1, 1, 1, 1} };
struct flex { int n; int a[]; };
int main(void) {
    struct out a = make(5), b; b = a; b.v[1].t[0] = 'X'; b.next = &a; a.next = &b;
    printf("%d %s %s %d %d %08x\n", a.n, a.v[1].t, b.v[1].t, sum(b), b.n, b.u.i); b.u.c[3] = 0x40; printf("%f %d\n", b.u.f, a.next->next->n);
    struct out arr[2] = { a, [1].n = 9 }; int i = 1; arr[i].v[i + 1].t[i] = 'q'; printf("%d %c %zu\n", arr[1].n, arr[1].v[2].t[1], sizeof arr); arr[0] = arr[1]; printf("%c\n", arr[0].v[2].t[1]);
    int t = 0; for (int r = 0; r < 3; r++) for (int c = 0; c < 4; c++) t = t * 3 + grid[r][c]; printf("%d\n", t);
    int (*row)[4] = grid + 1; printf("%d %d\n", (*row)[2], row[1][3]);
    struct in *p = &(struct in){ 7, "lit" }; printf("%d %s %d\n", p->a, p->t, memcmp(p, &(struct in){ 7, "lit" }, sizeof p->a + sizeof p->t) == 0);
    char text[] = "hello", *q = text + 1; q[0] ^= 32; printf("%s %td %d\n", text, q - text, q > text);
    struct { unsigned char x; double y; } m = { 3, 4.5 }; memset(&m, 0, sizeof m); printf("%d %g\n", m.x, m.y);
    return make(3).v[2].a;
}
