// because: check
// expect: holds
#include <stdlib.h>
#include <assert.h>
int nondet_int(void);
int main(void) {
    int cap = 2, n = 0, *v = malloc(cap * sizeof *v);
    int m = nondet_int();
    if (!v || m < 0 || m > 9) return 0;
    for (int i = 0; i < m; i++) {
        if (n == cap) {
            cap *= 2;
            int *w = realloc(v, cap * sizeof *v);
            if (!w) {
                free(v);
                return 0;
            }
            v = w;
        }
        v[n++] = i * i;
    }
    for (int i = 0; i < n; i++) assert(v[i] == i * i);
    free(v);
}
