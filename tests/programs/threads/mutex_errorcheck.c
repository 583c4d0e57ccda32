// because: check
// expect: holds
// An error-checking mutex says what is wrong instead of waiting.
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
void *t(void *p) {
    int e = pthread_mutex_unlock(&m);
    assert(e == EPERM);
    return p;
}
int main(void) {
    pthread_t id;
    pthread_mutex_lock(&m);
    pthread_create(&id, 0, t, 0);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    pthread_join(id, 0);
    assert(pthread_mutex_unlock(&m) == 0);
    return 0;
}
