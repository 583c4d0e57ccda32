// because: check --unwind 3
// expect: exit 10
// How often the loop goes round is an input: no bound is given.
#include <pthread.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int n, x, y;
void *t1(void *p) {
    for (int i = 0; i < n; i++) x++;
    return p;
}
void *t2(void *p) {
    for (int i = 0; i < n; i++) y++;
    return p;
}
int main(void) {
    pthread_t a, b;
    n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    pthread_create(&a, 0, t1, 0);
    pthread_create(&b, 0, t2, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == y);
    return 0;
}
