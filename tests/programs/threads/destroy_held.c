// because: check
// expect: fails thread_misuse at line 14
// A lock is destroyed while a thread may hold it.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    pthread_mutex_destroy(&m);
    pthread_join(a, 0);
    return 0;
}
