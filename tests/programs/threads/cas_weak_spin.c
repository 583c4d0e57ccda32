// because: check
// expect: holds
// A lock out of an atomic flag and of a weak exchange.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
atomic_flag f = ATOMIC_FLAG_INIT;
atomic_int l;
int x, y;
void *t(void *p) {
    while (atomic_flag_test_and_set(&f)) ;
    x++;
    atomic_flag_clear(&f);
    int e = 0;
    while (!atomic_compare_exchange_weak(&l, &e, 1)) e = 0;
    y++;
    atomic_store_explicit(&l, 0, memory_order_release);
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
