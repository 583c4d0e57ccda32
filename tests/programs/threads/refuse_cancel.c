// because: check
// expect: exit 6
// Cancellation is refused.
#include <pthread.h>
void *t(void *p) { return p; }
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    pthread_cancel(a);
    pthread_join(a, 0);
    return 0;
}
