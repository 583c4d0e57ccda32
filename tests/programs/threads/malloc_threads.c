// because: check
// expect: fails assertion at line 14
// Numbers of threads and their identifiers from the heap.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
static int a = 0, b = 0;
void *set(void *param) {
    a = 1;
    b = 1;
    return NULL;
}
void *look(void *param) {
    assert(a == b);
    return NULL;
}
int main(int argc, char *argv[]) {
    int n = 2, i;
    pthread_t *pool = (pthread_t *)malloc(sizeof(pthread_t) * n);
    pthread_t *others = (pthread_t *)malloc(sizeof(pthread_t) * 1);
    if (!pool || !others) return 1;
    for (i = 0; i < n; i++) pthread_create(&pool[i], NULL, &set, NULL);
    for (i = 0; i < 1; i++) pthread_create(&others[i], NULL, &look, NULL);
    for (i = 0; i < n; i++) pthread_join(pool[i], NULL);
    for (i = 0; i < 1; i++) pthread_join(others[i], NULL);
    free(pool);
    free(others);
    return 0;
}
