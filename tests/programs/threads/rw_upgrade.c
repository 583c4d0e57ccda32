// because: check
// expect: fails deadlock at line 9
// A reader that waits until it has left.
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *up(void *p) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, up, 0);
    pthread_join(t, 0);
}
