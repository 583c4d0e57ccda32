// because: run
// expect: fails data_race at line 7
#include <pthread.h>

int counter;
static void *count(void *p) {
    counter++; /* fails */
    return p;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, count, 0);
    pthread_create(&t, 0, count, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return counter != 2;
}
