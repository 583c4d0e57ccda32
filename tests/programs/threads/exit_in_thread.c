// because: check
// expect: holds
// exit in a thread ends the process: what is behind the loop is never reached.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
int done;
void *t(void *p) {
    done = 1;
    exit(0);
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    pthread_join(a, 0);
    assert(0);
    __VERIFIER_atomic_begin();
    return 0;
}
