// because: check
// expect: holds
// Which lock is taken depends on an input; both sides take the same.
#include <pthread.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int data[2], which;
void *t(void *p) {
    int w = which;
    pthread_mutex_t *l = &m[w];
    pthread_mutex_lock(l);
    data[w]++;
    pthread_mutex_unlock(l);
    return p;
}
int main(void) {
    pthread_t a;
    which = __VERIFIER_nondet_int() ? 1 : 0;
    pthread_create(&a, 0, t, 0);
    pthread_mutex_lock(&m[which]);
    data[which]++;
    pthread_mutex_unlock(&m[which]);
    pthread_join(a, 0);
    assert(data[0] + data[1] == 2);
    return 0;
}
