// because: check
// expect: holds
// Objects of each thread begin with their initial value.
#include <pthread.h>
#include <assert.h>
_Thread_local int own = 4;
static __thread struct { int a[2]; int *p; } more = {{1, 2}, 0};
int sum;
void *t(void *p) {
    own += *(int *)p;
    more.a[1] += own;
    more.p = &more.a[1];
    assert(*more.p == own + 2);
    __atomic_fetch_add(&sum, own, 5);
    return 0;
}
int main(void) {
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, 0, t, &one);
    pthread_create(&b, 0, t, &two);
    own = 100;
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(own == 100 && more.a[1] == 2 && sum == 11);
    return 0;
}
