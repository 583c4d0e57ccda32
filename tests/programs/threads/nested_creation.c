// because: check
// expect: holds
// Threads that start threads.
#include <pthread.h>
#include <assert.h>
_Atomic int x;
void *leaf(void *p) {
    x += *(int *)p;
    return 0;
}
void *inner(void *p) {
    pthread_t a, b;
    int n = *(int *)p, m = n + 1;
    pthread_create(&a, 0, leaf, &n);
    pthread_create(&b, 0, leaf, &m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
int main(void) {
    pthread_t a, b;
    int one = 1, ten = 10;
    pthread_create(&a, 0, inner, &one);
    pthread_create(&b, 0, inner, &ten);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 24);
    return 0;
}
