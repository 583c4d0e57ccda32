// because: check
// expect: exit 6
// A thread is started in an atomic section.
#include <pthread.h>
void *t(void *p) { return p; }
int main(void) {
    pthread_t a;
    __CPROVER_atomic_begin();
    pthread_create(&a, 0, t, 0);
    __CPROVER_atomic_end();
    return 0;
}
