// because: check
// expect: holds
// Values by key, with a destructor.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>

pthread_key_t k;
int freed;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void del(void *p) {
    pthread_mutex_lock(&m);
    freed += *(int *)p;
    pthread_mutex_unlock(&m);
    free(p);
}

void *w(void *a) {
    int *p = malloc(sizeof *p);
    if (!p) abort();
    *p = (long)a;
    pthread_setspecific(k, p);
    assert(*(int *)pthread_getspecific(k) == (long)a);
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_key_create(&k, del);
    for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, w, (void *)(i + 1));
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(freed == 3);
    pthread_key_delete(k);
}
