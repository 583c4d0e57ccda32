// because: check
// expect: holds
// A detached thread need not be joined; main ends with pthread_exit.
#include <pthread.h>
#include <assert.h>
_Atomic int x;
void *t(void *p) {
    pthread_detach(pthread_self());
    x = x + 1;
    assert(x == 1);
    return p;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    pthread_exit(0);
}
