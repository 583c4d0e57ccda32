// because: check
// expect: holds
// Timed and trying forms of C11.
#include <threads.h>
#include <time.h>
#include <assert.h>
mtx_t m;
int t(void *p) {
    struct timespec when;
    timespec_get(&when, TIME_UTC);
    int e = mtx_timedlock(&m, &when);
    assert(e == thrd_success || e == thrd_timedout);
    if (e == thrd_success) mtx_unlock(&m);
    e = mtx_trylock(&m);
    assert(e == thrd_success || e == thrd_busy);
    if (e == thrd_success) mtx_unlock(&m);
    thrd_exit(3);
}
int main(void) {
    thrd_t a;
    int r;
    mtx_init(&m, mtx_timed);
    thrd_create(&a, t, 0);
    mtx_lock(&m);
    thrd_yield();
    mtx_unlock(&m);
    thrd_join(a, &r);
    assert(r == 3);
    return 0;
}
