#include <assert.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
int nondet_int(void);
static struct node *insert(struct node *head, int v) {
    struct node *n = malloc(sizeof *n);
    n->v = v;
    if (!head || head->v > v) {
        n->next = head;
        return n;
    }
    struct node *p = head;
    while (p->next && p->next->v < v)
        p = p->next;
    n->next = p; /* the fault */
    p->next = n;
    return head;
}
int main(void) {
    struct node *h = 0;
    for (int i = 0; i < 3; i++) h = insert(h, nondet_int());
    int count = 0;
    for (struct node *p = h; p && count < 10; p = p->next) {
        count++;
        if (p->next) assert(p->v <= p->next->v);
    }
    assert(count == 3);
}
