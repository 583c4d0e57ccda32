// because: check --unwind 3
// expect: exit 10
// Threads without end are cut, and that is said.
#include <pthread.h>
void *t(void *p) { return p; }
int main(void) {
    for (;;) {
        pthread_t a;
        pthread_create(&a, 0, t, 0);
    }
}
