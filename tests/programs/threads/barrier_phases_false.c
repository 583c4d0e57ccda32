// because: check
// expect: fails data_race at line 12
// One barrier too few: the next round's write is beside the reading.
#include <pthread.h>
pthread_barrier_t b;
int in[2], out[2];
void *t(void *p) {
    int me = *(int *)p;
    for (int round = 1; round <= 2; round++) {
        in[me] = round * 10 + me;
        pthread_barrier_wait(&b);
        out[me] = in[1 - me];
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
    return 0;
}
