// fault: line 40
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

struct cell {
    int value;
    struct cell *next;
};

struct queue {
    struct cell *front;
    struct cell *back;
    int length;
};

static void enqueue(struct queue *q, int value)
{
    struct cell *c = malloc(sizeof *c);
    if (!c)
        exit(1);
    c->value = value;
    c->next = NULL;
    if (q->back)
        q->back->next = c;
    else
        q->front = c;
    q->back = c;
    q->length++;
}

static int dequeue(struct queue *q, int *value)
{
    struct cell *c = q->front;
    if (!c)
        return 0;
    *value = c->value;
    q->front = c->next;
    if (!q->back)
        q->back = NULL;
    q->length--;
    free(c);
    return 1;
}

static int count(const struct queue *q)
{
    const struct cell *c;
    int n = 0;
    for (c = q->front; c; c = c->next)
        n++;
    return n;
}

int main(void)
{
    struct queue q = {NULL, NULL, 0};
    int i, added = 0, removed = 0;
    for (i = 0; i < 4; i++) {
        int add = nondet_int(), value;
        __CPROVER_assume(add == 0 || add == 1);
        if (add) {
            enqueue(&q, added);
            added++;
        } else if (dequeue(&q, &value)) {
            assert(value == removed);
            removed++;
        }
        assert(q.length == added - removed);
        assert(count(&q) == q.length);
    }
    return 0;
}
