// because: check
// expect: fails assertion at line 33
// The balance is checked in one section and changed in another.
#include <pthread.h>
#include <assert.h>

int balance = 100;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int get(void) {
    pthread_mutex_lock(&m);
    int b = balance;
    pthread_mutex_unlock(&m);
    return b;
}

void take(int n) {
    pthread_mutex_lock(&m);
    balance -= n;
    pthread_mutex_unlock(&m);
}

void *w(void *p) {
    if (get() >= 60) take(60);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, w, 0);
    pthread_create(&u, 0, w, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(balance >= 0);
    return 0;
}
