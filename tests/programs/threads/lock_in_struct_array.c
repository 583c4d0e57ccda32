// because: check
// expect: fails data_race at line 19
// A lock for each slot, and one slot is taken with its neighbour's lock.
#include <pthread.h>
struct slot { pthread_mutex_t lock; int n; } slots[3];
void *t(void *p) {
    int i = *(int *)p;
    pthread_mutex_lock(&slots[i].lock);
    slots[2 - i].n++;
    pthread_mutex_unlock(&slots[i].lock);
    return 0;
}
int main(void) {
    pthread_t a, b;
    int zero = 0, two = 2;
    for (int i = 0; i < 3; i++) pthread_mutex_init(&slots[i].lock, 0);
    pthread_create(&a, 0, t, &zero);
    pthread_mutex_lock(&slots[2].lock);
    slots[2].n++;
    pthread_mutex_unlock(&slots[2].lock);
    pthread_join(a, 0);
    (void)b; (void)two;
    return 0;
}
