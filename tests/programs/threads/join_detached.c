// because: check
// expect: fails thread_misuse at line 10
// Joining a thread that has been detached.
#include <pthread.h>
void *t(void *p) { return p; }
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    pthread_detach(a);
    pthread_join(a, 0);
    return 0;
}
