// fault: line 40, 41
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

struct item {
    int value;
    struct item *next;
};

struct list {
    struct item *first;
    struct item *last;
    int length;
};

static void append(struct list *l, int value)
{
    struct item *i = malloc(sizeof *i);
    __CPROVER_assume(i != NULL);
    i->value = value;
    i->next = NULL;
    if (l->last)
        l->last->next = i;
    else
        l->first = i;
    l->last = i;
    l->length++;
}

static void reverse(struct list *l)
{
    struct item *done = NULL, *rest = l->first;
    if (l->length < 2)
        return;
    l->last = l->first;
    while (rest) {
        struct item *next = rest->next;
        done = rest;
        rest->next = done;
        rest = next;
    }
    l->first = done;
}

static int at(const struct list *l, int index)
{
    const struct item *i = l->first;
    while (index-- > 0)
        i = i->next;
    return i->value;
}

static void drop_all(struct list *l)
{
    while (l->first) {
        struct item *next = l->first->next;
        free(l->first);
        l->first = next;
    }
    l->last = NULL;
    l->length = 0;
}

int main(void)
{
    struct list l = {NULL, NULL, 0};
    int i, n = nondet_int(), values[4];
    __CPROVER_assume(n >= 1 && n <= 3);
    for (i = 0; i < n; i++) {
        values[i] = nondet_int();
        append(&l, values[i]);
    }
    reverse(&l);
    for (i = 0; i < n; i++)
        assert(at(&l, i) == values[n - 1 - i]);
    append(&l, 7);
    assert(l.length == n + 1);
    assert(l.last->value == 7 && l.last->next == NULL);
    drop_all(&l);
    return 0;
}
