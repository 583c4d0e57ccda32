// because: check
// expect: holds
// Neighbouring characters are two.
#include <pthread.h>
#include <assert.h>
struct { char a, b; } s;
void *t(void *q) {
    s.a = 1;
    return q;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    s.b = 1;
    pthread_join(a, 0);
    assert(s.a == 1 && s.b == 1);
    return 0;
}
