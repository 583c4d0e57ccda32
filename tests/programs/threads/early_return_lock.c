// because: check
// expect: fails deadlock at line 10
// A way out that keeps the lock.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int v;
int nondet_int(void);
void *w(void *p) {
    pthread_mutex_lock(&m);
    v++;
    if (nondet_int() < 0) return 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, w, 0);
    pthread_create(&u, 0, w, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
