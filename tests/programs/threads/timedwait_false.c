// because: check
// expect: fails assertion at line 27
// Waiting ends by time: nothing is ready then.
#include <pthread.h>
#include <errno.h>
#include <time.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
void *w(void *p) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    struct timespec ts = {0, 0};
    pthread_create(&t, 0, w, 0);
    pthread_mutex_lock(&m);
    int r = 0;
    while (!ready && r == 0) r = pthread_cond_timedwait(&c, &m, &ts);
    assert(ready);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}
