// because: check
// expect: holds
// A number with a point under a lock.
#include <pthread.h>
#include <assert.h>
double d = 1.5;
float f;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *p) {
    pthread_mutex_lock(&m);
    d *= 2;
    f = (float)d;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(d == 6.0 && f == 6.0f);
    return 0;
}
