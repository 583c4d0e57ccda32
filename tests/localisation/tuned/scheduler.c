// fault: line 50
#include <assert.h>

int nondet_int(void);

#define TASKS 4
#define IDLE (-1)

enum state { READY, BLOCKED, DONE };

struct task {
    enum state state;
    int priority;
    int age;
    int remaining;
};

static struct task tasks[TASKS];

static int effective(const struct task *t)
{
    int bonus = t->age / 2;
    if (bonus > 3)
        bonus = 3;
    return t->priority + bonus;
}

static int pick(void)
{
    int i, best = IDLE;
    for (i = 0; i < TASKS; i++) {
        if (tasks[i].state != READY)
            continue;
        if (best == IDLE || effective(&tasks[i]) > effective(&tasks[best]))
            best = i;
    }
    return best;
}

static void run(int chosen)
{
    int i;
    for (i = 0; i < TASKS; i++) {
        if (i == chosen) {
            tasks[i].age = 0;
            tasks[i].remaining--;
            if (tasks[i].remaining == 0)
                tasks[i].state = DONE;
        } else if (tasks[i].state == READY) {
            tasks[chosen].age++;
        }
    }
}

int main(void)
{
    int i, chosen, age[TASKS];
    for (i = 0; i < TASKS; i++) {
        tasks[i].priority = nondet_int();
        tasks[i].remaining = nondet_int();
        tasks[i].age = nondet_int();
        tasks[i].state = nondet_int() ? READY : BLOCKED;
        __CPROVER_assume(tasks[i].priority >= 0 && tasks[i].priority <= 5);
        __CPROVER_assume(tasks[i].remaining >= 1 && tasks[i].remaining <= 3);
        __CPROVER_assume(tasks[i].age >= 0 && tasks[i].age <= 8);
        age[i] = tasks[i].age;
    }
    chosen = pick();
    if (chosen == IDLE) {
        for (i = 0; i < TASKS; i++)
            assert(tasks[i].state == BLOCKED);
        return 0;
    }
    run(chosen);
    assert(tasks[chosen].age == 0);
    for (i = 0; i < TASKS; i++)
        if (i != chosen)
            assert(tasks[i].age >= age[i]);
    return 0;
}
