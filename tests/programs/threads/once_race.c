// because: check
// expect: holds
// Started once, whoever comes first.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
pthread_once_t o = PTHREAD_ONCE_INIT;
int *table, times;
void set(void) {
    times++;
    table = malloc(sizeof *table);
    if (table) *table = 7;
}
void *t(void *p) {
    pthread_once(&o, set);
    if (table) assert(*table == 7);
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0);
    pthread_create(&b, 0, t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(times == 1);
    free(table);
    return 0;
}
