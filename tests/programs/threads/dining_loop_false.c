// because: check
// expect: fails deadlock at line 11
// Everybody takes the left fork first.
#include <pthread.h>
#include <assert.h>
#define N 3
pthread_mutex_t fork_[N];
void *dine(void *arg) {
    int i = *(int *)arg;
    pthread_mutex_lock(&fork_[i]);
    pthread_mutex_lock(&fork_[(i + 1) % N]);
    pthread_mutex_unlock(&fork_[(i + 1) % N]);
    pthread_mutex_unlock(&fork_[i]);
    return 0;
}
int main(void) {
    pthread_t t[N];
    int seats[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&fork_[i], 0);
    for (int i = 0; i < N; i++) {
        seats[i] = i;
        pthread_create(&t[i], 0, dine, &seats[i]);
    }
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
