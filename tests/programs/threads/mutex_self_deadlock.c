// because: check
// expect: fails deadlock at line 8
// A normal mutex is taken twice by the same thread.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return p;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, t, 0);
    pthread_join(id, 0);
    return 0;
}
