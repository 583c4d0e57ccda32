// because: check
// expect: fails pointer_dereference at line 15
// The old version is freed while somebody reads it.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#include <stdatomic.h>

struct d {
    int a, b;
};
_Atomic(struct d *) cur;
void *reader(void *p) {
    struct d *x = cur;
    assert(x->a == x->b);
    return 0;
}

int main(void) {
    pthread_t t;
    struct d *m = malloc(sizeof *m);
    if (!m) return 0;
    m->a = m->b = 1;
    cur = m;
    pthread_create(&t, 0, reader, 0);
    struct d *n = malloc(sizeof *n);
    if (!n) return 0;
    n->a = n->b = 2;
    struct d *old = atomic_exchange(&cur, n);
    free(old);
    pthread_join(t, 0);
    free(n);
    return 0;
}
