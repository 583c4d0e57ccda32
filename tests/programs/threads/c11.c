// because: check
// expect: holds
// C11 threads: once, conditions, thread-local objects, results.
#include <threads.h>
#include <stdatomic.h>
#include <assert.h>

mtx_t m;
cnd_t c;
once_flag o = ONCE_FLAG_INIT;
int ready, inits;
thread_local int mine = 5;
tss_t k;
void init(void) {
    inits++;
}

int w(void *a) {
    call_once(&o, init);
    mine += 1;
    assert(mine == 6);
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    thrd_exit(42);
}

int main(void) {
    thrd_t t;
    int r;
    if (mtx_init(&m, mtx_plain) != thrd_success || cnd_init(&c) != thrd_success) return 1;
    if (thrd_create(&t, w, 0) != thrd_success) return 1;
    mtx_lock(&m);
    while (!ready) cnd_wait(&c, &m);
    mtx_unlock(&m);
    call_once(&o, init);
    thrd_join(t, &r);
    assert(r == 42 && inits == 1 && mine == 5);
    mtx_destroy(&m);
    cnd_destroy(&c);
}
