// because: check
// expect: fails data_race at line 17
// The same without the lock on one side.
#include <pthread.h>
struct point { int x, y; } p;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *q) {
    struct point new = {3, 3};
    pthread_mutex_lock(&m);
    p = new;
    pthread_mutex_unlock(&m);
    return q;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    struct point own = p;
    pthread_join(a, 0);
    return own.x - own.x;
}
