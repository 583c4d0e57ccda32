// because: check
// expect: fails data_race at line 11
// A writer with a lock for readers.
#include <pthread.h>
#include <assert.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int a, b;
void *writer(void *p) {
    pthread_rwlock_rdlock(&l);
    a++;
    pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, writer, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
