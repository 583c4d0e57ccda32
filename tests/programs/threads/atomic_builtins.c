// because: check
// expect: holds
// Operations with a memory order.
#include <pthread.h>
#include <assert.h>
int x, flags;
long big;
void *t(void *p) {
    int old = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    while (!__atomic_compare_exchange_n(&x, &old, old + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) ;
    __atomic_or_fetch(&flags, *(int *)p, __ATOMIC_SEQ_CST);
    long was = __atomic_exchange_n(&big, 1, __ATOMIC_SEQ_CST);
    assert(was == 0 || was == 1);
    return 0;
}
int main(void) {
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, 0, t, &one);
    pthread_create(&b, 0, t, &two);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2 && flags == 3 && big == 1);
    return 0;
}
