// because: check
// expect: fails signed_overflow at line 8
// An input may be the largest number.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x, y;
void *t(void *p) {
    y = x + 1;
    return p;
}
int main(void) {
    pthread_t a;
    x = __VERIFIER_nondet_int();
    pthread_create(&a, 0, t, 0);
    pthread_join(a, 0);
    return 0;
}
