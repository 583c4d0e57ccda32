// because: check
// expect: holds
// Memory given from one thread to another, which frees it.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
void *make(void *p) {
    int *r = malloc(sizeof *r);
    if (r) *r = *(int *)p;
    return r;
}
int main(void) {
    pthread_t a;
    int n = 6;
    void *r;
    pthread_create(&a, 0, make, &n);
    pthread_join(a, &r);
    if (r) assert(*(int *)r == 6);
    free(r);
    return 0;
}
