// because: check
// expect: holds
// Phases divided by a barrier.
#include <pthread.h>
#include <assert.h>

pthread_barrier_t b;
int x[2], s[2];
void *w(void *p) {
    long i = (long)p;
    x[i] = 5 + i;
    pthread_barrier_wait(&b);
    s[i] = x[0] + x[1];
    pthread_barrier_wait(&b);
    assert(s[0] == s[1]);
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&b, 0, 2);
    for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, w, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    pthread_barrier_destroy(&b);
    assert(s[0] == 11);
}
