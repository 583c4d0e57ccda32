// because: check
// expect: holds
// A loop that looks under a lock.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int ready, v;
void *w(void *p) {
    pthread_mutex_lock(&m);
    v = 1;
    ready = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int is(void) {
    pthread_mutex_lock(&m);
    int r = ready;
    pthread_mutex_unlock(&m);
    return r;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    while (!is()) ;
    assert(v == 1);
    pthread_join(t, 0);
    return 0;
}
