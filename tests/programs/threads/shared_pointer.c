// because: check
// expect: holds
// A pointer that the threads share is moved from one object to the other.
#include <pthread.h>
#include <assert.h>
int a = 1, b = 2, *p = &a;
void *t(void *q) {
    p = &b;
    return q;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, t, 0);
    int v = *p;
    __CPROVER_assert(v == 1 || v == 2, "one of them");
    pthread_join(id, 0);
    assert(*p == 2);
    return 0;
}
