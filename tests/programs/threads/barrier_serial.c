// because: check
// expect: holds
// One of those who meet at a barrier is told so.
#include <pthread.h>
#include <assert.h>

pthread_barrier_t b;
int serial;
void *w(void *p) {
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
    return 0;
}

int main(void) {
    pthread_t t[3];
    pthread_barrier_init(&b, 0, 3);
    for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, w, (void *)i);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    assert(serial == 1);
}
