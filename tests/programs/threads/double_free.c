// because: check
// expect: fails invalid_free at line 8
// Both free.
#include <pthread.h>
#include <stdlib.h>
int *p;
void *t(void *q) {
    free(p);
    return q;
}
int main(void) {
    pthread_t a, b;
    p = malloc(sizeof *p);
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
