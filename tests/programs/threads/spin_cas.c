// because: check
// expect: holds
// A lock of compare-and-swap for three threads.
#include <pthread.h>
#include <assert.h>

int l;
int c;
void lock(void) {
    while (!__sync_bool_compare_and_swap(&l, 0, 1)) ;
}

void unlock(void) {
    __sync_lock_release(&l);
}

void *w(void *p) {
    lock();
    c++;
    unlock();
    return 0;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, w, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    assert(c == 3);
    return 0;
}
