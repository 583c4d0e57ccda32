// because: check --no-deadlock-check
// expect: holds
#include <err.h>
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
int started;
void start(void) { started++; }
int main(void) {
    assert(pthread_mutex_lock(&lock) == 0 && pthread_mutex_trylock(&lock) != 0);
    assert(pthread_mutex_unlock(&lock) == 0 && pthread_mutex_trylock(&lock) == 0);
    pthread_mutexattr_t attributes;
    pthread_mutex_t again;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&again, &attributes);
    assert(pthread_mutex_lock(&again) == 0 && pthread_mutex_lock(&again) == 0);
    pthread_once(&once, start);
    pthread_once(&once, start);
    assert(started == 1);
    sem_t semaphore;
    sem_init(&semaphore, 0, 1);
    assert(sem_wait(&semaphore) == 0 && sem_trywait(&semaphore) == -1);
    int x = nondet_int();
    if (x < 3)
        errx(1, "too small");
    assert(x >= 3);
    /* Nobody gives it back: without the check for deadlocks the run just goes no further. */
    pthread_mutex_lock(&lock);
    assert(0);
}
