// because: check
// expect: holds
// Handing over with two semaphores.
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>

sem_t s, d;
int v;
void *w(void *p) {
    sem_wait(&s);
    assert(v == 3);
    v = 4;
    sem_post(&d);
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    sem_init(&d, 0, 0);
    pthread_create(&t, 0, w, 0);
    v = 3;
    sem_post(&s);
    sem_wait(&d);
    assert(v == 4);
    pthread_join(t, 0);
    sem_destroy(&s);
    sem_destroy(&d);
}
