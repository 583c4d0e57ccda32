// because: check
// expect: holds
// Threads, locks and conditions of C11.
#include <threads.h>
#include <assert.h>
mtx_t m;
cnd_t c;
int ready, x;
once_flag f = ONCE_FLAG_INIT;
tss_t key;
void first(void) { x = 10; }
int t(void *p) {
    call_once(&f, first);
    tss_set(key, p);
    mtx_lock(&m);
    x++;
    ready = 1;
    mtx_unlock(&m);
    cnd_signal(&c);
    assert(tss_get(key) == p);
    return 5;
}
int main(void) {
    thrd_t a;
    int result;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    tss_create(&key, 0);
    if (thrd_create(&a, t, &x) != thrd_success) return 1;
    call_once(&f, first);
    mtx_lock(&m);
    while (!ready) cnd_wait(&c, &m);
    assert(x == 11);
    mtx_unlock(&m);
    thrd_join(a, &result);
    assert(result == 5);
    mtx_destroy(&m);
    cnd_destroy(&c);
    return 0;
}
