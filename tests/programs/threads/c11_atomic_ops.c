// because: check
// expect: holds
// Atomic operations, a spinning flag, compare-and-exchange in a loop.
#include <threads.h>
#include <stdatomic.h>
#include <assert.h>

atomic_int n;
atomic_flag f = ATOMIC_FLAG_INIT;
_Atomic unsigned char u;
int plain;
int w(void *a) {
    atomic_fetch_add(&n, 1);
    n += 2;
    n++;
    while (atomic_flag_test_and_set(&f)) ;
    plain++;
    atomic_flag_clear(&f);
    unsigned char e = atomic_load(&u);
    while (!atomic_compare_exchange_weak(&u, &e, (unsigned char)(e + 1))) ;
    return 0;
}

int main(void) {
    thrd_t t, s;
    thrd_create(&t, w, 0);
    thrd_create(&s, w, 0);
    thrd_join(t, 0);
    thrd_join(s, 0);
    assert(n == 8);
    assert(plain == 2);
    assert(u == 2);
}
