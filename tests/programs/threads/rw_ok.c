// because: check
// expect: holds
// Readers and writers with a lock of the library.
#include <pthread.h>
#include <assert.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int a, b;
void *writer(void *p) {
    pthread_rwlock_wrlock(&l);
    a++;
    b++;
    pthread_rwlock_unlock(&l);
    return 0;
}

void *reader(void *p) {
    pthread_rwlock_rdlock(&l);
    assert(a == b);
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, reader, 0);
    pthread_create(&t[2], 0, reader, 0);
    pthread_create(&t[3], 0, writer, 0);
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
    assert(a == 2);
    pthread_rwlock_destroy(&l);
}
