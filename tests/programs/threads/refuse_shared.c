// because: check
// expect: exit 6
// Objects shared between processes are refused.
#include <pthread.h>
pthread_mutex_t m;
void *t(void *p) { return p; }
int main(void) {
    pthread_t a;
    pthread_mutexattr_t b;
    pthread_mutexattr_init(&b);
    pthread_mutexattr_setpshared(&b, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&m, &b);
    pthread_create(&a, 0, t, 0);
    pthread_join(a, 0);
    return 0;
}
