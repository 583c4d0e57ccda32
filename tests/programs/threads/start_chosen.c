// because: check
// expect: holds
// Which function a thread begins with is chosen.
#include <pthread.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int x;
void *one(void *p) { x = 1; return p; }
void *two(void *p) { x = 2; return p; }
int main(void) {
    pthread_t a;
    void *(*f)(void *) = __VERIFIER_nondet_int() ? one : two;
    pthread_create(&a, 0, f, 0);
    pthread_join(a, 0);
    assert(x == 1 || x == 2);
    return 0;
}
