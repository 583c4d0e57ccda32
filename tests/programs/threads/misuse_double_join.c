// because: check
// expect: fails thread_misuse at line 14
// A thread is joined twice.
#include <pthread.h>

void *w(void *p) {
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    pthread_join(t, 0);
    pthread_join(t, 0);
    return 0;
}
