// because: check
// expect: holds
// A loop that tries a lock.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int c;
void *w(void *p) {
    while (pthread_mutex_trylock(&m) != 0) ;
    c++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, w, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(c == 2);
    return 0;
}
