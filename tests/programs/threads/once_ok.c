// because: check
// expect: holds
// Done once, whoever comes first.
#include <pthread.h>
#include <assert.h>

pthread_once_t o = PTHREAD_ONCE_INIT;
int n, *p_;
void init(void) {
    n++;
    p_ = &n;
}

void *w(void *p) {
    pthread_once(&o, init);
    assert(*p_ == 1);
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, w, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(n == 1);
}
