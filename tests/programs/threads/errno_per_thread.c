// because: check
// expect: holds
// Each thread has an errno of its own.
#include <pthread.h>
#include <errno.h>
#include <assert.h>
void *t(void *p) {
    errno = 5;
    assert(errno == 5);
    return p;
}
int main(void) {
    pthread_t a;
    errno = 3;
    pthread_create(&a, 0, t, 0);
    assert(errno == 3);
    pthread_join(a, 0);
    assert(errno == 3);
    return 0;
}
