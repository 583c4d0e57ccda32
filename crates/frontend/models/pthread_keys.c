/*
 * Values that each thread has for itself (POSIX thread-specific data, C11 threads.h), barriers, and the conditions of
 * threads.h, while there is one thread. Destructors run when a thread ends, which the first one does only with the
 * program. A barrier for more than one thread needs threads that are followed, and is not supported.
 */
#include "because.h"

#define KEYS 1024
#define AGAIN 11

typedef void destructor(void *);

static void *values[KEYS];
static _Bool used[KEYS];

int pthread_key_create(unsigned int *key, destructor *end) {
    (void)end;
    static unsigned int next;
    if (next >= KEYS)
        return AGAIN;
    *key = next;
    used[next] = 1;
    values[next] = NULL;
    next++;
    return 0;
}

#include "keys_text.h"

/* What a barrier needs is how many threads it waits for. */
int pthread_barrier_init(void *barrier, const void *attributes, unsigned int count) {
    (void)attributes;
    if (count == 0)
        return EINVAL;
    *(unsigned int *)barrier = count;
    return 0;
}

int pthread_barrier_destroy(void *barrier) {
    (void)barrier;
    return 0;
}

int pthread_barrier_wait(void *barrier) {
    if (*(unsigned int *)barrier != 1)
        __because_unsupported("a barrier for several threads");
    return -1;
}

int cnd_init(void *condition) {
    *(int *)condition = 0;
    return 0;
}

void cnd_destroy(void *condition) {
    (void)condition;
}

int cnd_signal(void *condition) {
    (void)condition;
    return 0;
}

int cnd_broadcast(void *condition) {
    (void)condition;
    return 0;
}

/* It may end by itself. */
int cnd_wait(void *condition, void *mutex) {
    (void)condition;
    (void)mutex;
    if (__because_input_int("cnd_wait") == 0) {
        __because_check_deadlock(0, FOR_NOBODY);
        __because_assume(0);
    }
    return 0;
}

int cnd_timedwait(void *condition, void *mutex, const void *until) {
    (void)condition;
    (void)mutex;
    (void)until;
    if (!__because_random_input())
        return 4;
    return __because_input_int("cnd_timedwait") < 0 ? 4 : 0;
}
