// because: check
// expect: fails thread_misuse at line 8
// A lock is given back by another thread.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *w(void *p) {
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, w, 0);
    pthread_join(t, 0);
    return 0;
}
