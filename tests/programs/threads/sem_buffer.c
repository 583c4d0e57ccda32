// because: check
// expect: holds
// A buffer of two places with two counting semaphores and a lock.
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
#define N 2
int buffer[N], in, out;
sem_t empty, full;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *producer(void *p) {
    for (int i = 1; i <= 3; i++) {
        sem_wait(&empty);
        pthread_mutex_lock(&m);
        buffer[in] = i;
        in = (in + 1) % N;
        pthread_mutex_unlock(&m);
        sem_post(&full);
    }
    return p;
}
void *consumer(void *p) {
    for (int i = 1; i <= 3; i++) {
        sem_wait(&full);
        pthread_mutex_lock(&m);
        int got = buffer[out];
        out = (out + 1) % N;
        pthread_mutex_unlock(&m);
        sem_post(&empty);
        assert(got == i);
    }
    return p;
}
int main(void) {
    pthread_t a, b;
    sem_init(&empty, 0, N);
    sem_init(&full, 0, 0);
    pthread_create(&a, 0, producer, 0);
    pthread_create(&b, 0, consumer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    sem_destroy(&empty);
    sem_destroy(&full);
    return 0;
}
