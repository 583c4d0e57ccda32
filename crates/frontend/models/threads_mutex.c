/*
 * Mutexes and spin locks of programs that start threads.
 */
#include "thread_model.h"

#define HELD "the lock that is released is held by this thread"
#define READY "the lock was initialised and is not destroyed"
#define FREE "the lock that is destroyed is not held"
#define VALID "the lock can be accessed"

static int taken(int code) {
    CHECK_READY(code, READY);
    return code;
}

int pthread_mutex_init(void *mutex, const void *attributes) {
    CHECK_OBJECT(mutex, 40, VALID);
    return __because_mutex_init(mutex, attributes == NULL ? 0 : *(const int *)attributes);
}

int pthread_mutex_destroy(void *mutex) {
    CHECK_OBJECT(mutex, 40, VALID);
    int code = __because_mutex_destroy(mutex);
    __because_check_thread(code != IN_USE, FREE);
    return taken(code);
}

int pthread_mutex_lock(void *mutex) {
    CHECK_OBJECT(mutex, 40, VALID);
    return taken(__because_mutex_lock(mutex));
}

int pthread_mutex_trylock(void *mutex) {
    CHECK_OBJECT(mutex, 40, VALID);
    return taken(__because_mutex_trylock(mutex));
}

int pthread_mutex_timedlock(void *mutex, const void *until) {
    (void)until;
    CHECK_OBJECT(mutex, 40, VALID);
    return taken(__because_mutex_timedlock(mutex));
}

int pthread_mutex_clocklock(void *mutex, int clock, const void *until) {
    (void)clock;
    return pthread_mutex_timedlock(mutex, until);
}

int pthread_mutex_unlock(void *mutex) {
    CHECK_OBJECT(mutex, 40, VALID);
    int code = __because_mutex_unlock(mutex);
    __because_check_thread(code != NOT_HELD, HELD);
    return taken(code);
}

#include "mutex_attributes_text.h"

int pthread_mutexattr_setpshared(void *attributes, int shared) {
    (void)attributes;
    if (shared != 0)
        __because_unsupported("a mutex that processes share");
    return 0;
}

int pthread_spin_init(volatile int *lock, int shared) {
    if (shared != 0)
        __because_unsupported("a spin lock that processes share");
    CHECK_OBJECT((void *)lock, 4, VALID);
    return __because_mutex_init((void *)lock, 0);
}

int pthread_spin_destroy(volatile int *lock) {
    CHECK_OBJECT((void *)lock, 4, VALID);
    int code = __because_mutex_destroy((void *)lock);
    __because_check_thread(code != IN_USE, FREE);
    return taken(code);
}

int pthread_spin_lock(volatile int *lock) {
    CHECK_OBJECT((void *)lock, 4, VALID);
    return taken(__because_mutex_lock((void *)lock));
}

int pthread_spin_trylock(volatile int *lock) {
    CHECK_OBJECT((void *)lock, 4, VALID);
    return taken(__because_mutex_trylock((void *)lock));
}

int pthread_spin_unlock(volatile int *lock) {
    CHECK_OBJECT((void *)lock, 4, VALID);
    int code = __because_mutex_unlock((void *)lock);
    __because_check_thread(code != NOT_HELD, HELD);
    return taken(code);
}

/* A recursive mutex of C11 has bit 0 set, one with time-outs bit 1. */
int mtx_init(void *mutex, int kind) {
    CHECK_OBJECT(mutex, 40, VALID);
    return __because_mutex_init(mutex, kind & 1);
}

void mtx_destroy(void *mutex) {
    CHECK_OBJECT(mutex, 40, VALID);
    int code = __because_mutex_destroy(mutex);
    __because_check_thread(code != IN_USE, FREE);
    taken(code);
}

int mtx_lock(void *mutex) {
    CHECK_OBJECT(mutex, 40, VALID);
    return taken(__because_mutex_lock(mutex)) == 0 ? 0 : 2;
}

int mtx_trylock(void *mutex) {
    CHECK_OBJECT(mutex, 40, VALID);
    return taken(__because_mutex_trylock(mutex)) == 0 ? 0 : 1;
}

int mtx_timedlock(void *mutex, const void *until) {
    (void)until;
    CHECK_OBJECT(mutex, 40, VALID);
    return taken(__because_mutex_timedlock(mutex)) == 0 ? 0 : 4;
}

int mtx_unlock(void *mutex) {
    CHECK_OBJECT(mutex, 40, VALID);
    int code = __because_mutex_unlock(mutex);
    __because_check_thread(code != NOT_HELD, HELD);
    return taken(code) == 0 ? 0 : 2;
}
