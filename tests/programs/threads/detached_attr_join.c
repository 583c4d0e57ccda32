// because: check
// expect: fails thread_misuse at line 17
// A thread that was started detached is joined.
#include <pthread.h>

void *w(void *p) {
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &a, w, 0);
    pthread_attr_destroy(&a);
    pthread_join(t, 0);
    return 0;
}
