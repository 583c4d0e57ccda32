#include <stdlib.h>
struct node { int v; struct node *next; };
int nondet_int(void);
static struct node *head;
static void add(int v) {
    struct node *n = malloc(sizeof *n);
    n->v = v;
    n->next = head;
    head = n;
}
static void drop(int v) {
    struct node *before = NULL;
    for (struct node *p = head; p; before = p, p = p->next)
        if (p->v == v) {
            before->next = p->next; /* the fault */
            free(p);
            return;
        }
}
int main(void) {
    for (int i = 0; i < 3; i++) {
        int v = nondet_int();
        if (v >= 0) add(v);
        else drop(-(v + 1));
    }
    return 0;
}
