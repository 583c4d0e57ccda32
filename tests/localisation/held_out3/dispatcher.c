// fault: line 66, 67
#include <assert.h>
#include <stddef.h>

int nondet_int(void);

#define TASKS 3

enum status { READY, RUNNING, WAITING, DONE };

struct task {
    int id;
    int priority;
    enum status status;
    int left;
    int waits_for;
};

static struct task tasks[TASKS];
static struct task *running;

static void setup(int id, int priority, int work)
{
    struct task *t = &tasks[id];
    t->id = id;
    t->priority = priority;
    t->status = READY;
    t->left = work;
    t->waits_for = -1;
}

static struct task *choose(void)
{
    struct task *best = NULL;
    int i;
    for (i = 0; i < TASKS; i++)
        if (tasks[i].status == READY && (!best || tasks[i].priority > best->priority))
            best = &tasks[i];
    return best;
}

static void wake(int event)
{
    int i;
    for (i = 0; i < TASKS; i++)
        if (tasks[i].status == WAITING && tasks[i].waits_for == event) {
            tasks[i].status = READY;
            tasks[i].waits_for = -1;
        }
}

static void preempt(void)
{
    struct task *next = choose();
    if (!next)
        return;
    if (running && running->priority >= next->priority)
        return;
    if (running)
        running->status = READY;
    next->status = RUNNING;
    running = next;
}

static void block(int event)
{
    running->status = WAITING;
    running->waits_for = event;
    running = NULL;
}

static void work(void)
{
    if (!running)
        return;
    running->left--;
    if (running->left == 0) {
        running->status = DONE;
        running = NULL;
    }
}

static int in_status(enum status status)
{
    int i, n = 0;
    for (i = 0; i < TASKS; i++)
        n += tasks[i].status == status;
    return n;
}

int main(void)
{
    int t;
    setup(0, 1, 2);
    setup(1, 5, 2);
    setup(2, 3, 1);
    for (t = 0; t < 5; t++) {
        int event = nondet_int();
        preempt();
        assert(in_status(RUNNING) <= 1);
        if (event == 1)
            block(event);
        else if (event == 2)
            wake(1);
        else
            work();
        assert((running == NULL) == (in_status(RUNNING) == 0));
        assert(in_status(DONE) <= t + 1);
    }
    return 0;
}
