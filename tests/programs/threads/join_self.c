// because: check
// expect: fails thread_misuse at line 6
// A thread waits for its own end.
#include <pthread.h>
int main(void) {
    pthread_join(pthread_self(), 0);
    return 0;
}
void *t(void *p) { return p; }
void more(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
}
