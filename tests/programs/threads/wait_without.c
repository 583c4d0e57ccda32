// because: check
// expect: fails thread_misuse at line 14
// Waiting for a condition without holding the mutex.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *t(void *p) {
    pthread_cond_signal(&c);
    return p;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    pthread_cond_wait(&c, &m);
    pthread_join(a, 0);
    return 0;
}
