// because: check
// expect: fails assertion at line 20
// main does not wait, and says what it sees.
#include <pthread.h>
#include <assert.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *p) {
    pthread_mutex_lock(&m);
    x = 5;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    pthread_mutex_lock(&m);
    int v = x;
    pthread_mutex_unlock(&m);
    assert(v == 5);
    return 0;
}
