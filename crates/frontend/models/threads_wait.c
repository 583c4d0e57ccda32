/*
 * Conditions, barriers, semaphores and what is done once, in programs that start threads.
 */
#include "thread_model.h"

#define READY "what is waited for was initialised and is not destroyed"
#define UNUSED "nobody waits for what is destroyed"
#define VALID "what is waited for can be accessed"

static int ready(int code) {
    CHECK_READY(code, READY);
    return code;
}

static int destroyed(int code) {
    __because_check_thread(code != IN_USE, UNUSED);
    return ready(code);
}

static int waited(int code) {
    __because_check_thread(code != NOT_HELD, "the mutex is held by the thread that waits with it");
    __because_check_thread(code != OTHER_MUTEX, "all threads that wait for a condition do so with one mutex");
    return ready(code);
}

int pthread_cond_init(void *condition, const void *attributes) {
    (void)attributes;
    CHECK_OBJECT(condition, 48, VALID);
    return __because_cond_init(condition);
}

int pthread_cond_destroy(void *condition) {
    CHECK_OBJECT(condition, 48, VALID);
    return destroyed(__because_cond_destroy(condition));
}

int pthread_cond_signal(void *condition) {
    CHECK_OBJECT(condition, 48, VALID);
    return ready(__because_cond_signal(condition));
}

int pthread_cond_broadcast(void *condition) {
    CHECK_OBJECT(condition, 48, VALID);
    return ready(__because_cond_broadcast(condition));
}

int pthread_cond_wait(void *condition, void *mutex) {
    CHECK_OBJECT(condition, 48, VALID);
    return waited(__because_cond_wait(condition, mutex));
}

int pthread_cond_timedwait(void *condition, void *mutex, const void *until) {
    (void)until;
    CHECK_OBJECT(condition, 48, VALID);
    return waited(__because_cond_timedwait(condition, mutex));
}

int pthread_cond_clockwait(void *condition, void *mutex, int clock, const void *until) {
    (void)clock;
    return pthread_cond_timedwait(condition, mutex, until);
}

int pthread_condattr_init(void *attributes) {
    *(int *)attributes = 0;
    return 0;
}

int pthread_condattr_destroy(void *attributes) {
    (void)attributes;
    return 0;
}

int pthread_condattr_setclock(void *attributes, int clock) {
    (void)attributes;
    (void)clock;
    return 0;
}

int pthread_condattr_setpshared(void *attributes, int shared) {
    (void)attributes;
    if (shared != 0)
        __because_unsupported("a condition that processes share");
    return 0;
}

int cnd_init(void *condition) {
    CHECK_OBJECT(condition, 48, VALID);
    return __because_cond_init(condition);
}

void cnd_destroy(void *condition) {
    CHECK_OBJECT(condition, 48, VALID);
    destroyed(__because_cond_destroy(condition));
}

int cnd_signal(void *condition) {
    CHECK_OBJECT(condition, 48, VALID);
    return ready(__because_cond_signal(condition));
}

int cnd_broadcast(void *condition) {
    CHECK_OBJECT(condition, 48, VALID);
    return ready(__because_cond_broadcast(condition));
}

int cnd_wait(void *condition, void *mutex) {
    CHECK_OBJECT(condition, 48, VALID);
    return waited(__because_cond_wait(condition, mutex));
}

int cnd_timedwait(void *condition, void *mutex, const void *until) {
    (void)until;
    CHECK_OBJECT(condition, 48, VALID);
    return waited(__because_cond_timedwait(condition, mutex)) == 0 ? 0 : 4;
}

int pthread_barrier_init(void *barrier, const void *attributes, unsigned int count) {
    (void)attributes;
    CHECK_OBJECT(barrier, 32, VALID);
    if (count == 0)
        return EINVAL;
    return __because_barrier_init(barrier, count);
}

int pthread_barrier_destroy(void *barrier) {
    CHECK_OBJECT(barrier, 32, VALID);
    return destroyed(__because_barrier_destroy(barrier));
}

int pthread_barrier_wait(void *barrier) {
    CHECK_OBJECT(barrier, 32, VALID);
    int code = __because_barrier_wait(barrier);
    ready(code);
    return code == 1 ? -1 : 0;
}

int sem_init(void *semaphore, int shared, unsigned int value) {
    if (shared != 0)
        __because_unsupported("a semaphore that processes share");
    CHECK_OBJECT(semaphore, 32, VALID);
    return __because_sem_init(semaphore, value);
}

void *sem_open(const char *name, int flags, ...) {
    (void)name;
    (void)flags;
    __because_unsupported("sem_open");
    return NULL;
}

int sem_destroy(void *semaphore) {
    CHECK_OBJECT(semaphore, 32, VALID);
    return destroyed(__because_sem_destroy(semaphore));
}

int sem_wait(void *semaphore) {
    CHECK_OBJECT(semaphore, 32, VALID);
    return ready(__because_sem_wait(semaphore));
}

static int granted(int code) {
    if (ready(code) == 0)
        return 0;
    errno = code;
    return -1;
}

int sem_trywait(void *semaphore) {
    CHECK_OBJECT(semaphore, 32, VALID);
    return granted(__because_sem_trywait(semaphore));
}

int sem_timedwait(void *semaphore, const void *until) {
    (void)until;
    CHECK_OBJECT(semaphore, 32, VALID);
    return granted(__because_sem_timedwait(semaphore));
}

int sem_post(void *semaphore) {
    CHECK_OBJECT(semaphore, 32, VALID);
    return ready(__because_sem_post(semaphore));
}

int sem_getvalue(void *semaphore, int *value) {
    CHECK_OBJECT(semaphore, 32, VALID);
    *value = ready(__because_sem_getvalue(semaphore));
    return 0;
}

int pthread_once(int *control, void (*start)(void)) {
    CHECK_OBJECT(control, 4, VALID);
    if (__because_once_begin(control)) {
        start();
        __because_once_end(control);
    }
    return 0;
}

void call_once(int *control, void (*start)(void)) {
    pthread_once(control, start);
}
