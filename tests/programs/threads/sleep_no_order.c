// because: check
// expect: fails assertion at line 17
// Sleeping orders nothing.
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
_Atomic int x;
void *t(void *p) {
    usleep(10);
    x = 1;
    return p;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    sleep(1);
    assert(x == 1);
    pthread_join(a, 0);
    return 0;
}
