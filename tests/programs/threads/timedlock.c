// because: check
// expect: holds
// Two locks in two orders, with a time limit.
#include <pthread.h>
#include <errno.h>
#include <time.h>
#include <assert.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *w(void *p) {
    pthread_mutex_t *x = p ? &a : &b, *y = p ? &b : &a;
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    ts.tv_sec += 1;
    pthread_mutex_lock(x);
    int r = pthread_mutex_timedlock(y, &ts);
    if (r == 0) pthread_mutex_unlock(y);
    else assert(r == ETIMEDOUT);
    pthread_mutex_unlock(x);
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, w, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
