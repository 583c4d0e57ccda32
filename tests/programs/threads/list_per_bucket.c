// because: check
// expect: holds
// A hash table with a lock for each bucket.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#define BUCKETS 2
struct entry { int key; struct entry *next; };
struct bucket { pthread_mutex_t lock; struct entry *first; int n; } table[BUCKETS];
void put(int key) {
    struct bucket *b = &table[key % BUCKETS];
    struct entry *e = malloc(sizeof(struct entry));
    if (!e) exit(0);
    e->key = key;
    pthread_mutex_lock(&b->lock);
    e->next = b->first;
    b->first = e;
    b->n++;
    pthread_mutex_unlock(&b->lock);
}
void *t(void *p) {
    int k = *(int *)p;
    put(k);
    put(k + 1);
    return 0;
}
int main(void) {
    pthread_t a, b;
    int x = 1, y = 4;
    for (int i = 0; i < BUCKETS; i++) pthread_mutex_init(&table[i].lock, 0);
    pthread_create(&a, 0, t, &x);
    pthread_create(&b, 0, t, &y);
    pthread_join(a, 0);
    pthread_join(b, 0);
    int n = 0;
    for (int i = 0; i < BUCKETS; i++) {
        for (struct entry *e = table[i].first; e; e = e->next) {
            assert(e->key % BUCKETS == i);
            n++;
        }
    }
    assert(n == 4);
    return 0;
}
