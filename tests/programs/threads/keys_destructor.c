// because: check
// expect: holds
// The destructor of a key runs where a thread ends with a value in it.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
pthread_key_t key;
int freed;
void gone(void *p) {
    __atomic_fetch_add(&freed, *(int *)p, __ATOMIC_SEQ_CST);
    free(p);
}
void *t(void *p) {
    int *own = malloc(sizeof *own);
    if (!own) exit(0);
    *own = *(int *)p;
    pthread_setspecific(key, own);
    assert(pthread_getspecific(key) == own);
    return 0;
}
int main(void) {
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_key_create(&key, gone);
    assert(pthread_getspecific(key) == 0);
    pthread_create(&a, 0, t, &one);
    pthread_create(&b, 0, t, &two);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(freed == 3);
    pthread_key_delete(key);
    return 0;
}
