// because: check
// expect: holds
// A stack of compare-and-exchange.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>

struct node {
    int v;
    struct node *next;
};
_Atomic(struct node *) top;
void push(int v) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->v = v;
    n->next = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &n->next, n)) ;
}

void *w(void *a) {
    push((long)a);
    return 0;
}

int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, w, (void *)1L);
    pthread_create(&s, 0, w, (void *)2L);
    pthread_join(t, 0);
    pthread_join(s, 0);
    int sum = 0;
    for (struct node *n = top; n; n = n->next) sum += n->v;
    assert(sum == 3);
}
