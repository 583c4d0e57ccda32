// because: check
// expect: fails deadlock at line 8
// A barrier for one more than there are.
#include <pthread.h>

pthread_barrier_t b;
void *w(void *p) {
    pthread_barrier_wait(&b);
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&b, 0, 3);
    for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, w, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
