// because: check
// expect: fails deadlock at line 11
// The lock is taken before there is a place.
#include <pthread.h>
#include <semaphore.h>
int buffer, in;
sem_t empty, full;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *producer(void *p) {
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&m);
        sem_wait(&empty);
        buffer = i;
        sem_post(&full);
        pthread_mutex_unlock(&m);
    }
    return p;
}
void *consumer(void *p) {
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&m);
        sem_wait(&full);
        in = buffer;
        sem_post(&empty);
        pthread_mutex_unlock(&m);
    }
    return p;
}
int main(void) {
    pthread_t a, b;
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&a, 0, producer, 0);
    pthread_create(&b, 0, consumer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
