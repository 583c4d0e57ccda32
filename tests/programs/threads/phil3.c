// because: check
// expect: fails deadlock at line 11
// Three philosophers who all begin on the left.
#include <pthread.h>
#define N 3

pthread_mutex_t fork_[N];
void *phil(void *a) {
    long i = (long)a;
    pthread_mutex_lock(&fork_[i]);
    pthread_mutex_lock(&fork_[(i + 1) % N]);
    pthread_mutex_unlock(&fork_[(i + 1) % N]);
    pthread_mutex_unlock(&fork_[i]);
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&fork_[i], 0);
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, phil, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
