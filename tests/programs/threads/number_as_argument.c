// because: check
// expect: holds
// A number in the place of a pointer, to the thread and back.
#include <pthread.h>
#include <stdint.h>
#include <assert.h>
void *t(void *p) {
    long n = (long)p;
    return (void *)(intptr_t)(n * 2);
}
int main(void) {
    pthread_t a[2];
    for (long i = 0; i < 2; i++) pthread_create(&a[i], 0, t, (void *)(i + 10));
    for (long i = 0; i < 2; i++) {
        void *r;
        pthread_join(a[i], &r);
        assert((long)r == 2 * (i + 10));
    }
    return 0;
}
