// because: check
// expect: fails assertion at line 16
// A pointer to another thread's object changes that one.
#include <pthread.h>
#include <assert.h>
_Thread_local int own = 1;
void *t(void *p) {
    *(int *)p = 9;
    assert(own == 1);
    return 0;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, &own);
    pthread_join(a, 0);
    assert(own == 1);
    return 0;
}
