// because: check
// expect: holds
// Waiting for a lock ends by itself.
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int got, late;
void *t(void *p) {
    struct timespec when;
    clock_gettime(CLOCK_REALTIME, &when);
    when.tv_sec += 1;
    int e = pthread_mutex_timedlock(&m, &when);
    assert(e == 0 || e == ETIMEDOUT);
    if (e == 0) {
        got = 1;
        pthread_mutex_unlock(&m);
    } else
        late = 1;
    return p;
}
int main(void) {
    pthread_t id;
    pthread_mutex_lock(&m);
    pthread_create(&id, 0, t, 0);
    pthread_join(id, 0);
    assert(late && !got);
    pthread_mutex_unlock(&m);
    return 0;
}
