// because: check
// expect: holds
// Operations of the older kind.
#include <pthread.h>
#include <assert.h>
int x, lock, seen;
void *t(void *p) {
    __sync_fetch_and_add(&x, 2);
    while (__sync_lock_test_and_set(&lock, 1)) ;
    seen++;
    __sync_lock_release(&lock);
    __sync_bool_compare_and_swap(&x, 100, 0);
    __sync_synchronize();
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4 && seen == 2);
    return 0;
}
