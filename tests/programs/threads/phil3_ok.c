// because: check
// expect: holds
// Three philosophers who take the forks in one order.
#include <pthread.h>
#define N 3

pthread_mutex_t fork_[N];
void *phil(void *a) {
    long i = (long)a, l = i, r = (i + 1) % N;
    if (l > r) {
        long t = l;
        l = r;
        r = t;
    }
    pthread_mutex_lock(&fork_[l]);
    pthread_mutex_lock(&fork_[r]);
    pthread_mutex_unlock(&fork_[r]);
    pthread_mutex_unlock(&fork_[l]);
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&fork_[i], 0);
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, phil, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    for (int i = 0; i < N; i++) pthread_mutex_destroy(&fork_[i]);
    return 0;
}
