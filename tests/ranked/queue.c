#include <assert.h>
#include <stdlib.h>
#define CAP 4
struct queue { int items[CAP]; int head, tail, count; };
static void init(struct queue *q) { q->head = q->tail = q->count = 0; }
static int push(struct queue *q, int v) {
    if (q->count > CAP) return 0; /* the fault */
    q->items[q->tail] = v;
    q->tail = (q->tail + 1) % CAP;
    q->count++;
    return 1;
}
static int pop(struct queue *q, int *v) {
    if (q->count == 0) return 0;
    *v = q->items[q->head];
    q->head = (q->head + 1) % CAP;
    q->count--;
    return 1;
}
int nondet_int(void);
int main(void) {
    struct queue q;
    init(&q);
    int pushed = 0, first = 0;
    for (int i = 0; i < 6; i++) {
        int op = nondet_int();
        if (op == 1) {
            int v = nondet_int();
            if (push(&q, v)) { if (pushed == 0) first = v; pushed++; }
        } else if (op == 2) {
            int got;
            if (pop(&q, &got)) { assert(got == first); break; }
        }
    }
    assert(q.count <= CAP);
    return 0;
}
