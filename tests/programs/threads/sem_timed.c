// because: check
// expect: holds
// Trying and timed waiting on a semaphore.
#include <pthread.h>
#include <semaphore.h>
#include <errno.h>
#include <time.h>
#include <assert.h>
sem_t s;
void *t(void *p) {
    struct timespec when = {1, 0};
    if (sem_timedwait(&s, &when) == 0)
        sem_post(&s);
    else
        assert(errno == ETIMEDOUT);
    return p;
}
int main(void) {
    pthread_t a;
    sem_init(&s, 0, 1);
    pthread_create(&a, 0, t, 0);
    if (sem_trywait(&s) == 0)
        sem_post(&s);
    else
        assert(errno == EAGAIN);
    pthread_join(a, 0);
    int v;
    sem_getvalue(&s, &v);
    assert(v == 1);
    return 0;
}
