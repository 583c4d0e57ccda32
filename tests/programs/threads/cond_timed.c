// because: check
// expect: holds
// Waiting with a time limit, in a loop.
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
void *t(void *p) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t a;
    struct timespec when;
    clock_gettime(CLOCK_REALTIME, &when);
    pthread_create(&a, 0, t, 0);
    pthread_mutex_lock(&m);
    int e = 0;
    while (!ready && e == 0) e = pthread_cond_timedwait(&c, &m, &when);
    assert(ready || e == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    assert(ready);
    return 0;
}
