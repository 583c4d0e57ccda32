// because: check
// expect: holds
// A recursive mutex is taken twice.
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m;
int x;
void add(int n) {
    pthread_mutex_lock(&m);
    x++;
    if (n > 0) add(n - 1);
    pthread_mutex_unlock(&m);
}
void *t(void *p) {
    add(1);
    return p;
}
int main(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    pthread_mutexattr_destroy(&a);
    pthread_t id;
    pthread_create(&id, 0, t, 0);
    add(1);
    pthread_join(id, 0);
    assert(x == 4);
    pthread_mutex_destroy(&m);
    return 0;
}
