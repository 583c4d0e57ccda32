// because: check
// expect: holds
// Who does not get the lock does not add.
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, missed;
void *t(void *p) {
    int e = pthread_mutex_trylock(&m);
    if (e == 0) {
        x++;
        pthread_mutex_unlock(&m);
    } else {
        assert(e == EBUSY);
        __atomic_fetch_add(&missed, 1, __ATOMIC_SEQ_CST);
    }
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x + missed == 2);
    assert(x >= 1);
    return 0;
}
