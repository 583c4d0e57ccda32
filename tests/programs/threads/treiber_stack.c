// because: check
// expect: holds
// A stack without locks: pushes and one pop by compare and swap.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct node { int v; struct node *next; };
struct node *top;
void push(struct node *n) {
    struct node *t;
    do {
        t = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
        n->next = t;
    } while (!__atomic_compare_exchange_n(&top, &t, n, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
}
struct node *pop(void) {
    struct node *t;
    do {
        t = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
        if (!t) return 0;
    } while (!__atomic_compare_exchange_n(&top, &t, t->next, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    return t;
}
struct node one = {1}, two = {2};
void *t1(void *p) { push(&one); return p; }
void *t2(void *p) {
    push(&two);
    struct node *n = pop();
    assert(n != 0);
    return p;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t1, 0);
    pthread_create(&b, 0, t2, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(top != 0 && top->next == 0);
    return 0;
}
