// because: check
// expect: holds
// A thread that starts a thread.
#include <pthread.h>
#include <assert.h>

int x;
void *inner(void *p) {
    x++;
    return 0;
}

void *outer(void *p) {
    pthread_t t;
    x++;
    pthread_create(&t, 0, inner, 0);
    pthread_join(t, 0);
    x++;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, outer, 0);
    pthread_join(t, 0);
    assert(x == 3);
}
