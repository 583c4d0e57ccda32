// because: check
// expect: fails data_race at line 13
// Neighbouring bits are one memory location.
#include <pthread.h>
struct { unsigned a : 1, b : 1; } s;
void *t(void *q) {
    s.a = 1;
    return q;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    s.b = 1;
    pthread_join(a, 0);
    return 0;
}
