// fault: line 47, 48
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

struct node {
    int key;
    struct node *next;
    struct node *prev;
};

struct list {
    struct node *first;
    struct node *last;
    int length;
};

static struct node *make(int key)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->key = key;
    n->next = NULL;
    n->prev = NULL;
    return n;
}

static void insert_sorted(struct list *l, int key)
{
    struct node *n = make(key);
    struct node *p = l->first;
    struct node *before = NULL;

    while (p && p->key < key) {
        before = p;
        p = p->next;
    }
    n->prev = before;
    n->next = p;
    if (before)
        before->next = n;
    else
        l->first = n;
    if (p)
        p->prev = n;
    l->length++;
}

static int forwards(const struct list *l)
{
    int count = 0;
    const struct node *p;
    for (p = l->first; p; p = p->next)
        count++;
    return count;
}

static int backwards(const struct list *l)
{
    int count = 0;
    const struct node *p;
    for (p = l->last; p; p = p->prev)
        count++;
    return count;
}

int main(void)
{
    struct list l = {NULL, NULL, 0};
    const struct node *p;
    int i;
    for (i = 0; i < 3; i++) {
        int key = nondet_int();
        __CPROVER_assume(key >= 0 && key <= 20);
        insert_sorted(&l, key);
    }
    assert(forwards(&l) == l.length);
    assert(backwards(&l) == l.length);
    for (p = l.first; p->next; p = p->next)
        assert(p->key <= p->next->key);
    return 0;
}
