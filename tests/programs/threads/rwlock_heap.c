// because: check
// expect: holds
// Readers see both halves of a pair from the heap.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct pair { int a, b; pthread_rwlock_t lock; };
void *reader(void *q) {
    struct pair *p = q;
    pthread_rwlock_rdlock(&p->lock);
    assert(p->a == p->b);
    pthread_rwlock_unlock(&p->lock);
    return 0;
}
void *writer(void *q) {
    struct pair *p = q;
    pthread_rwlock_wrlock(&p->lock);
    p->a++;
    p->b++;
    pthread_rwlock_unlock(&p->lock);
    return 0;
}
int main(void) {
    struct pair *p = calloc(1, sizeof *p);
    if (!p) return 0;
    pthread_rwlock_init(&p->lock, 0);
    pthread_t a, b, c;
    pthread_create(&a, 0, writer, p);
    pthread_create(&b, 0, reader, p);
    pthread_create(&c, 0, writer, p);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    assert(p->a == 2);
    pthread_rwlock_destroy(&p->lock);
    free(p);
    return 0;
}
