// because: run --schedule random:7
// expect: same-as-cc
// A bounded buffer with a lock and two conditions, as it should be.
#include <pthread.h>
#include <stdio.h>

#define SIZE 2
#define ITEMS 6
static int buffer[SIZE], count, in, out, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;

static void *produce(void *p) {
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (count == SIZE)
            pthread_cond_wait(&emptied, &lock);
        buffer[in] = i;
        in = (in + 1) % SIZE;
        count++;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return p;
}

static void *consume(void *p) {
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (count == 0)
            pthread_cond_wait(&filled, &lock);
        sum += buffer[out];
        out = (out + 1) % SIZE;
        count--;
        pthread_cond_signal(&emptied);
        pthread_mutex_unlock(&lock);
    }
    return p;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, produce, NULL);
    pthread_create(&two, NULL, consume, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    printf("%d\n", sum);
    return 0;
}
