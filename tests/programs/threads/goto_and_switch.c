// because: check
// expect: holds
// Ways through a thread by goto and switch.
#include <pthread.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int state, count;
void *t(void *p) {
    int tries = 0;
again:
    pthread_mutex_lock(&m);
    switch (state) {
    case 0: state = 1; count++; break;
    case 1: state = 2; count++; break;
    default: pthread_mutex_unlock(&m); goto out;
    }
    pthread_mutex_unlock(&m);
    if (tries++ < 1) goto again;
out:
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2 && state == 2);
    return 0;
}
