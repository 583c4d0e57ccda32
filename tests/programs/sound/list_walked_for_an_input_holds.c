// because: check
// expect: holds
// The walk ends where the list does, whatever is looked for: no limit for endless loops is meant here.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct node { int value; struct node *next; };

static struct node *removed(struct node *head, int value)
{
    struct node *before = 0, *here = head;
    while (here && here->value != value) {
        before = here;
        here = here->next;
    }
    if (!here)
        return head;
    if (before)
        before->next = here->next;
    else
        head = here->next;
    free(here);
    return head;
}

int main(void)
{
    struct node *head = 0;
    for (int i = 0; i < 20; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = head;
        head = node;
    }
    int value = nondet_int(), count = 0;
    head = removed(head, value);
    for (struct node *p = head; p; p = p->next, count++)
        assert(p->value != value);
    assert(count == (value >= 0 && value < 20 ? 19 : 20));
    return 0;
}
