// because: check
// expect: fails assertion at line 24
// A wait in an `if`: waiting may end without a signal.
#include <pthread.h>
#include <assert.h>
#define N 1

int buf[N], n, in, out, got;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ne = PTHREAD_COND_INITIALIZER;
void *prod(void *a) {
    pthread_mutex_lock(&m);
    buf[0] = 7;
    n++;
    pthread_cond_signal(&ne);
    pthread_mutex_unlock(&m);
    return 0;
}

void *cons(void *a) {
    pthread_mutex_lock(&m);
    if (n == 0) pthread_cond_wait(&ne, &m);
    n--;
    assert(n >= 0);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, 0, prod, 0);
    pthread_create(&c, 0, cons, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
}
