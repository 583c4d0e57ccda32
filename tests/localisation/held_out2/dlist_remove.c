// fault: line 35
#include <assert.h>
#include <stddef.h>

int nondet_int(void);

/* Tasks in a ring around a head, by deadline. */
struct task {
    struct task *next;
    struct task *prev;
    int deadline;
    int linked;
};

static struct task head;

static void init(void)
{
    head.next = &head;
    head.prev = &head;
}

static void link_before(struct task *where, struct task *t)
{
    t->prev = where->prev;
    t->next = where;
    where->prev->next = t;
    where->prev = t;
    t->linked = 1;
}

static void unlink_task(struct task *t)
{
    t->prev->next = t->next;
    t->next->prev = t->next;
    t->linked = 0;
}

static void add(struct task *t, int deadline)
{
    struct task *p = head.next;
    t->deadline = deadline;
    while (p != &head && p->deadline <= deadline)
        p = p->next;
    link_before(p, t);
}

static struct task *expire(int time)
{
    struct task *t = head.next;
    if (t == &head || t->deadline > time)
        return NULL;
    unlink_task(t);
    return t;
}

static void postpone(struct task *t, int by)
{
    if (!t->linked)
        return;
    unlink_task(t);
    add(t, t->deadline + by);
}

static void check_ring(int most)
{
    struct task *p = &head;
    int steps = 0;
    do {
        assert(p->next->prev == p);
        p = p->next;
        steps++;
    } while (p != &head && steps <= most);
    assert(p == &head);
}

int main(void)
{
    static struct task tasks[3];
    int i, which, by, time;
    struct task *done;

    init();
    for (i = 0; i < 3; i++) {
        int deadline = nondet_int();
        __CPROVER_assume(deadline >= 1 && deadline <= 9);
        add(&tasks[i], deadline);
    }
    check_ring(3);
    time = nondet_int();
    __CPROVER_assume(time >= 0 && time <= 5);
    done = expire(time);
    if (done)
        assert(done->deadline <= time && !done->linked);
    which = nondet_int();
    by = nondet_int();
    __CPROVER_assume(which >= 0 && which < 3 && by >= 0 && by <= 4);
    postpone(&tasks[which], by);
    check_ring(3);
    return 0;
}
