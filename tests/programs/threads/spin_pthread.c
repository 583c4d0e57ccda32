// because: check
// expect: holds
// Spinlocks exclude.
#include <pthread.h>
#include <assert.h>
pthread_spinlock_t s;
int x;
void *t(void *p) {
    pthread_spin_lock(&s);
    int v = x;
    x = v + 1;
    pthread_spin_unlock(&s);
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_spin_destroy(&s);
    assert(x == 2);
    return 0;
}
