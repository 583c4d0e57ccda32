// because: check
// expect: fails assertion at line 19
// The counter races; that it is two fails, too.
#include <pthread.h>
#include <assert.h>

int n;
void *w(void *p) {
    n++;
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, w, 0);
    pthread_create(&u, 0, w, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(n == 2);
    return 0;
}
