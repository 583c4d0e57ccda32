// because: check
// expect: exit 6
// A handler of signals beside threads is refused.
#include <pthread.h>
#include <signal.h>
int x;
void h(int s) { x = s; }
void *t(void *p) { return p; }
int main(void) {
    pthread_t a;
    signal(SIGINT, h);
    pthread_create(&a, 0, t, 0);
    pthread_join(a, 0);
    return 0;
}
