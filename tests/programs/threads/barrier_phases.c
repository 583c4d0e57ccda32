// because: check
// expect: holds
// Two phases: what one writes in the first, the other reads in the second.
#include <pthread.h>
#include <assert.h>
pthread_barrier_t b;
int in[2], out[2];
void *t(void *p) {
    int me = *(int *)p;
    for (int round = 1; round <= 2; round++) {
        in[me] = round * 10 + me;
        pthread_barrier_wait(&b);
        out[me] = in[1 - me];
        pthread_barrier_wait(&b);
        assert(out[1 - me] == round * 10 + me);
        pthread_barrier_wait(&b);
    }
    return 0;
}
int main(void) {
    pthread_t a, c;
    int zero = 0, one = 1;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&a, 0, t, &zero);
    pthread_create(&c, 0, t, &one);
    pthread_join(a, 0);
    pthread_join(c, 0);
    pthread_barrier_destroy(&b);
    return 0;
}
