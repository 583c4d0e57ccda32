// because: check
// expect: holds
// Built-in functions of the compiler.
#include <pthread.h>
#include <assert.h>

int n, lock;
int plain;
__thread int tl;
void *w(void *a) {
    __sync_fetch_and_add(&n, 1);
    while (__sync_lock_test_and_set(&lock, 1)) ;
    plain++;
    tl++;
    __sync_lock_release(&lock);
    __atomic_add_fetch(&n, 1, __ATOMIC_SEQ_CST);
    assert(tl == 1);
    return 0;
}

int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, w, 0);
    pthread_create(&s, 0, w, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
    assert(n == 4 && plain == 2 && tl == 0);
}
