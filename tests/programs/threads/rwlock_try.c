// because: check
// expect: holds
// Trying for readers and writers.
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
void *t(void *p) {
    assert(pthread_rwlock_tryrdlock(&r) == 0);
    assert(pthread_rwlock_trywrlock(&r) == EBUSY);
    pthread_rwlock_unlock(&r);
    return p;
}
int main(void) {
    pthread_t id;
    pthread_rwlock_rdlock(&r);
    pthread_create(&id, 0, t, 0);
    pthread_join(id, 0);
    pthread_rwlock_unlock(&r);
    assert(pthread_rwlock_trywrlock(&r) == 0);
    pthread_rwlock_unlock(&r);
    pthread_rwlock_destroy(&r);
    return 0;
}
