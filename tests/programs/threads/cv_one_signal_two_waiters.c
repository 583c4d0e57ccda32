// because: check
// expect: fails deadlock at line 14
// One signal for two waiters.
#ifndef WAKE
#define WAKE pthread_cond_signal
#endif
#include <pthread.h>

int go;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *waiter(void *a) {
    pthread_mutex_lock(&m);
    while (!go) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, waiter, 0);
    pthread_create(&u, 0, waiter, 0);
    pthread_mutex_lock(&m);
    go = 1;
    WAKE(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    pthread_join(u, 0);
}
