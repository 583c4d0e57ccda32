// because: check
// expect: holds
// A structure is copied under the lock.
#include <pthread.h>
#include <assert.h>
struct point { int x, y; char name[3]; } p;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *q) {
    struct point new = {3, 3, "b"};
    pthread_mutex_lock(&m);
    p = new;
    pthread_mutex_unlock(&m);
    return q;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    pthread_mutex_lock(&m);
    struct point own = p;
    pthread_mutex_unlock(&m);
    assert(own.x == own.y);
    pthread_join(a, 0);
    return 0;
}
