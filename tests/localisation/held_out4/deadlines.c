// fault: line 27
/* Earliest deadline first with three periodic jobs; one step of time is one unit of work. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define JOBS 3
#define HORIZON 8

struct job {
    int work;
    int left;
    int deadline;
    int done_at;
    bool done;
};

static struct job jobs[JOBS];

static int urgent(void)
{
    int best = -1;
    for (int i = 0; i < JOBS; i++) {
        if (jobs[i].done)
            continue;
        if (best < 0 || jobs[i].deadline > jobs[best].deadline)
            best = i;
    }
    return best;
}

static void work_on(int i, int now)
{
    jobs[i].left--;
    if (jobs[i].left == 0) {
        jobs[i].done = true;
        jobs[i].done_at = now + 1;
    }
}

static void simulate(void)
{
    for (int now = 0; now < HORIZON; now++) {
        int i = urgent();
        if (i < 0)
            break;
        work_on(i, now);
    }
}

static bool late(const struct job *j)
{
    return !j->done || j->done_at > j->deadline;
}

int main(void)
{
    int total = 0;
    for (int i = 0; i < JOBS; i++) {
        int work = nondet_int();
        int deadline = nondet_int();
        __CPROVER_assume(work >= 1 && work <= 2);
        __CPROVER_assume(deadline >= 1 && deadline <= HORIZON);
        jobs[i].work = work;
        jobs[i].left = work;
        jobs[i].deadline = deadline;
        total += work;
    }
    bool feasible = true;
    for (int i = 0; i < JOBS; i++) {
        int before = 0;
        for (int k = 0; k < JOBS; k++)
            if (jobs[k].deadline <= jobs[i].deadline)
                before += jobs[k].work;
        if (before > jobs[i].deadline)
            feasible = false;
    }
    simulate();
    for (int i = 0; i < JOBS; i++) {
        assert(jobs[i].done);
        if (feasible)
            assert(!late(&jobs[i]));
        assert(jobs[i].done_at <= total);
    }
    return 0;
}
