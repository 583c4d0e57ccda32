// A sorted list: a value that is there already must not be stored twice.
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *insert(struct node *head, int value) {
    struct node **at = &head;
    while (*at && (*at)->value <= value)
        at = &(*at)->next;
    if (*at && (*at)->value == value)
        return head;
    struct node *made = malloc(sizeof *made);
    if (!made)
        exit(0);
    made->value = value;
    made->next = *at;
    *at = made;
    return head;
}

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        int value = nondet_int();
        if (value < 0 || value > 9)
            return 0;
        head = insert(head, value);
    }
    for (struct node *n = head; n && n->next; n = n->next)
        assert(n->value < n->next->value);
    return 0;
}
