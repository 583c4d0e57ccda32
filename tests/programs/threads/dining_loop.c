// because: check
// expect: holds
// Philosophers who all take the lower fork first, in a loop over an array of mutexes.
#include <pthread.h>
#include <assert.h>
#define N 3
pthread_mutex_t fork_[N];
int eating[N];
struct seat { int index; };
void *dine(void *arg) {
    int i = ((struct seat *)arg)->index;
    int l = i, r = (i + 1) % N;
    if (l > r) { int t = l; l = r; r = t; }
    pthread_mutex_lock(&fork_[l]);
    pthread_mutex_lock(&fork_[r]);
    eating[i] = 1;
    eating[i] = 0;
    pthread_mutex_unlock(&fork_[r]);
    pthread_mutex_unlock(&fork_[l]);
    return 0;
}
int main(void) {
    pthread_t t[N];
    struct seat seats[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&fork_[i], 0);
    for (int i = 0; i < N; i++) {
        seats[i].index = i;
        pthread_create(&t[i], 0, dine, &seats[i]);
    }
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
