// because: run --schedule round-robin
// expect: fails deadlock at line 12
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

struct order { pthread_mutex_t *first, *second; };

static void *both(void *given) {
    struct order *order = given;
    pthread_mutex_lock(order->first);
    pthread_mutex_lock(order->second); /* fails */
    pthread_mutex_unlock(order->second);
    pthread_mutex_unlock(order->first);
    return 0;
}

int main(void) {
    struct order one = {&a, &b}, two = {&b, &a};
    pthread_t s, t;
    pthread_create(&s, 0, both, &one);
    pthread_create(&t, 0, both, &two);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
