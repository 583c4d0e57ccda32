// because: check
// expect: exit 6
// A semaphore between processes is refused.
#include <pthread.h>
#include <semaphore.h>
sem_t s;
void *t(void *p) { return p; }
int main(void) {
    pthread_t a;
    sem_init(&s, 1, 0);
    pthread_create(&a, 0, t, 0);
    pthread_join(a, 0);
    return 0;
}
