// because: check
// expect: holds
// The lock is taken only if a constant flag says so, and given back likewise.
#include <pthread.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int do_lock, x;
void *t(void *p) {
    if (do_lock) pthread_mutex_lock(&m);
    if (do_lock) x++;
    if (do_lock) pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t a, b;
    do_lock = __VERIFIER_nondet_int();
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 0 || x == 2);
    return 0;
}
