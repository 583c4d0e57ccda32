// because: check
// expect: holds
// What a thread does is given as a pointer to a function.
#include <pthread.h>
#include <assert.h>
struct task { int (*f)(int); int arg, result; };
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
void *run(void *p) {
    struct task *t = p;
    t->result = t->f(t->arg);
    return 0;
}
int main(void) {
    struct task tasks[2] = {{twice, 5}, {square, 4}};
    pthread_t ids[2];
    for (int i = 0; i < 2; i++) pthread_create(ids + i, 0, run, tasks + i);
    for (int i = 0; i < 2; i++) pthread_join(ids[i], 0);
    assert(tasks[0].result == 10 && tasks[1].result == 16);
    return 0;
}
