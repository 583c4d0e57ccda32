#include <stdio.h>
#include <stdarg.h>
#include <stdlib.h>
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static double total(int n, ...) { va_list ap, aq; va_start(ap, n); va_copy(aq, ap); double s = 0; for (int i = 0; i < n; i++) s += i % 2 ? va_arg(ap, double) : va_arg(ap, int); va_end(ap); s += va_arg(aq, int); va_end(aq); return s; }
static int apply(int (*f)(int), int x) { return f(x); } static int inc(int x) { return x + 1; } static int dbl(int x) { return x * 2; }
static int counter(void) { static int n = 10; return n++; }
static int old(a, b) int a; char b; { return a * b; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static int cmp(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }
struct big { long a[6]; }; static struct big shift(struct big b, int by) { for (int i = 0; i < 6; i++) b.a[i] += by; return b; }
static int even(int n); static int odd(int n) { return n == 0 ? 0 : even(n - 1); } static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
struct mix { char c; long double l; }; static void mixed(const char *f, ...) { va_list ap; va_start(ap, f); int i = va_arg(ap, int); long double l = va_arg(ap, long double); struct big b = va_arg(ap, struct big); char *s = va_arg(ap, char *); printf("%d %.3Lf %ld %s\n", i, l, b.a[5], s); va_end(ap); }
int main(void) {
    int (*t[])(int) = { inc, dbl, inc }; int x = 1; for (int i = 0; i < 3; i++) x = t[i](x); printf("%d %d %d\n", x, apply(dbl, 21), ack(2, 3));
    printf("%g %d %d %d\n", total(4, 1, 2.5, 3, 4.5), counter(), counter(), old(3, 4)); int a = 1, b = 2; swap(&a, &b); printf("%d %d %d\n", a, b, even(1001));
    int v[] = {3, 1, 4, 1, 5, 9, 2, 6}; qsort(v, 8, sizeof *v, cmp); for (int i = 0; i < 8; i++) printf("%d", v[i]); int key = 4; printf(" %td\n", (int *)bsearch(&key, v, 8, sizeof *v, cmp) - v);
    struct big g = { {1, 2, 3, 4, 5, 6} }; g = shift(shift(g, 10), 5); printf("%ld %ld\n", g.a[0], shift(g, 1).a[5]); mixed("x", 1, 2.5L, g, "end");
    return ack(1, 5);
}
