// because: check
// expect: holds
// An assumption in one thread takes the run away from all.
#include <pthread.h>
#include <assert.h>
void __VERIFIER_assume(int);
int x, y;
void *t(void *p) {
    __VERIFIER_assume(x == 1);
    y = 1;
    return p;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    x = 1;
    int v = y;
    if (v) assert(x == 1);
    pthread_join(a, 0);
    assert(y == 1);
    return 0;
}
