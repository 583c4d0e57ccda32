// because: check
// expect: fails data_race at line 14
// volatile is not atomic.
#include <pthread.h>
volatile int stop;
int data;
void *t(void *p) {
    while (!stop) ;
    return p;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    stop = 1;
    pthread_join(a, 0);
    return data;
}
