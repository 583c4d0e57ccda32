// because: check
// expect: holds
// Threads know each other.
#include <pthread.h>
#include <assert.h>
pthread_t seen;
void *t(void *p) {
    assert(!pthread_equal(pthread_self(), *(pthread_t *)p));
    seen = pthread_self();
    return p;
}
int main(void) {
    pthread_t a, me = pthread_self();
    pthread_create(&a, 0, t, &me);
    pthread_join(a, 0);
    assert(pthread_equal(a, seen));
    return 0;
}
