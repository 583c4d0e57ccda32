// because: check
// expect: fails pointer_dereference at line 10
// One thread frees what the other still uses.
#include <pthread.h>
#include <stdlib.h>
int *p;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *q) {
    pthread_mutex_lock(&m);
    if (p) *p = 1;
    pthread_mutex_unlock(&m);
    return q;
}
int main(void) {
    pthread_t a;
    p = malloc(sizeof *p);
    pthread_create(&a, 0, t, 0);
    pthread_mutex_lock(&m);
    free(p);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
