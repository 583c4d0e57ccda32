// because: check
// expect: fails assertion at line 21
// A load and a store are no increment.
#include <threads.h>
#include <stdatomic.h>
#include <assert.h>

atomic_int n;
int w(void *a) {
    int v = atomic_load(&n);
    atomic_store(&n, v + 1);
    return 0;
}

int main(void) {
    thrd_t t, s;
    thrd_create(&t, w, 0);
    thrd_create(&s, w, 0);
    thrd_join(t, 0);
    thrd_join(s, 0);
    assert(n == 2);
}
