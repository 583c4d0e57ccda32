// because: check
// expect: fails deadlock at line 7
// A barrier for three, and two come.
#include <pthread.h>
pthread_barrier_t b;
void *t(void *p) {
    pthread_barrier_wait(&b);
    return p;
}
int main(void) {
    pthread_t a, c;
    pthread_barrier_init(&b, 0, 3);
    pthread_create(&a, 0, t, 0);
    pthread_create(&c, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(c, 0);
    return 0;
}
