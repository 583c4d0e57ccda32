// because: check
// expect: fails assertion at line 50
// The stack of another time: the top is the same and its successor is not.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

struct node {
    int v;
    struct node *_Atomic next;
    int in_use;
};
struct node a = {1}, b = {2}, c = {3};
_Atomic(struct node *) top;
struct node *pop(void) {
    struct node *t, *n;
    do {
        t = top;
        if (!t) return 0;
        n = t->next;
    } while (!atomic_compare_exchange_strong(&top, &t, n));
    return t;
}

void push(struct node *n) {
    struct node *t = top;
    do {
        n->next = t;
    } while (!atomic_compare_exchange_strong(&top, &t, n));
}

atomic_int got_b;
void *w(void *p) {
    struct node *x = pop();
    return 0;
}

int main(void) {
    pthread_t t;
    a.next = &b;
    b.next = 0;
    top = &a;
    pthread_create(&t, 0, w, 0);
    struct node *x = pop();
    struct node *y = pop();
    if (x) push(x);
    pthread_join(t, 0);
    /* b has been popped by main if y is it;
    then it must not be on the stack */
    if (y == &b) assert(top != &b);
}
