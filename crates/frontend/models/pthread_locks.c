/*
 * Locks, semaphores and what else threads share, while there is one thread (POSIX threads, C11 threads.h). Nobody else ever
 * takes or gives one, so each operation succeeds at once, or the run waits forever and goes no further. Waiting for
 * a condition may end by itself, as POSIX allows, but nobody may count on it. What an object needs is kept in its first numbers; an
 * initialiser of the host's headers leaves zeros there.
 */
#include "because.h"

#define BUSY 16
#define RECURSIVE 1
#define ERROR_CHECKING 2
#define DEADLOCK 35
#define NOT_OWNED 1

/* The run goes no further. */
static void wait_forever(void) {
    __because_check_deadlock(0, FOR_NOBODY);
    __because_assume(0);
}

struct lock {
    int held;
    unsigned int times;
    int owner;
    unsigned int users;
    int kind;
};

int pthread_mutex_init(void *mutex, const void *attributes) {
    struct lock *lock = mutex;
    lock->held = 0;
    lock->times = 0;
    lock->kind = attributes == NULL ? 0 : *(const int *)attributes;
    return 0;
}

int pthread_mutex_destroy(void *mutex) {
    struct lock *lock = mutex;
    return lock->held != 0 ? BUSY : 0;
}

int pthread_mutex_lock(void *mutex) {
    struct lock *lock = mutex;
    if (lock->held != 0 && lock->kind == ERROR_CHECKING)
        return DEADLOCK;
    if (lock->held != 0 && lock->kind != RECURSIVE)
        wait_forever();
    if (lock->held != 0)
        lock->times++;
    lock->held = 1;
    return 0;
}

int pthread_mutex_trylock(void *mutex) {
    struct lock *lock = mutex;
    if (lock->held != 0 && lock->kind != RECURSIVE)
        return BUSY;
    if (lock->held != 0)
        lock->times++;
    lock->held = 1;
    return 0;
}

int pthread_mutex_timedlock(void *mutex, const void *until) {
    struct lock *lock = mutex;
    (void)until;
    if (lock->held != 0 && lock->kind != RECURSIVE)
        return 110;
    return pthread_mutex_lock(mutex);
}

int pthread_mutex_unlock(void *mutex) {
    struct lock *lock = mutex;
    if (lock->held == 0 && lock->kind != 0)
        return NOT_OWNED;
    if (lock->times > 0)
        lock->times--;
    else
        lock->held = 0;
    return 0;
}

#include "mutex_attributes_text.h"

int pthread_cond_init(void *condition, const void *attributes) {
    (void)attributes;
    *(int *)condition = 0;
    return 0;
}

int pthread_cond_destroy(void *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_signal(void *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_broadcast(void *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_wait(void *condition, void *mutex) {
    (void)condition;
    (void)mutex;
    if (__because_input_int("pthread_cond_wait") == 0)
        wait_forever();
    return 0;
}

int pthread_cond_timedwait(void *condition, void *mutex, const void *until) {
    (void)condition;
    (void)mutex;
    (void)until;
    if (!__because_random_input())
        return 110;
    return __because_input_int("pthread_cond_timedwait") < 0 ? 110 : 0;
}

int pthread_rwlock_init(void *lock, const void *attributes) {
    (void)attributes;
    *(int *)lock = 0;
    return 0;
}

int pthread_rwlock_destroy(void *lock) {
    (void)lock;
    return 0;
}

/* How many read it; -1 if somebody writes. */
int pthread_rwlock_rdlock(void *lock) {
    int *readers = lock;
    if (*readers < 0)
        wait_forever();
    (*readers)++;
    return 0;
}

int pthread_rwlock_wrlock(void *lock) {
    int *readers = lock;
    if (*readers != 0)
        wait_forever();
    *readers = -1;
    return 0;
}

int pthread_rwlock_tryrdlock(void *lock) {
    int *readers = lock;
    if (*readers < 0)
        return BUSY;
    (*readers)++;
    return 0;
}

int pthread_rwlock_trywrlock(void *lock) {
    int *readers = lock;
    if (*readers != 0)
        return BUSY;
    *readers = -1;
    return 0;
}

int pthread_rwlock_unlock(void *lock) {
    int *readers = lock;
    *readers = *readers < 0 ? 0 : *readers - (*readers > 0);
    return 0;
}

int pthread_spin_init(volatile int *lock, int shared) {
    (void)shared;
    *lock = 0;
    return 0;
}

int pthread_spin_destroy(volatile int *lock) {
    (void)lock;
    return 0;
}

int pthread_spin_lock(volatile int *lock) {
    if (*lock != 0)
        wait_forever();
    *lock = 1;
    return 0;
}

int pthread_spin_trylock(volatile int *lock) {
    if (*lock != 0)
        return BUSY;
    *lock = 1;
    return 0;
}

int pthread_spin_unlock(volatile int *lock) {
    *lock = 0;
    return 0;
}

int pthread_once(int *control, void (*start)(void)) {
    if (*control == 0) {
        *control = 1;
        start();
    }
    return 0;
}

unsigned long pthread_self(void) {
    return 1;
}

int pthread_equal(unsigned long a, unsigned long b) {
    return a == b;
}

int sem_init(void *semaphore, int shared, unsigned int value) {
    (void)shared;
    *(unsigned int *)semaphore = value;
    return 0;
}

int sem_destroy(void *semaphore) {
    (void)semaphore;
    return 0;
}

int sem_wait(void *semaphore) {
    unsigned int *value = semaphore;
    if (*value == 0)
        wait_forever();
    (*value)--;
    return 0;
}

int sem_trywait(void *semaphore) {
    unsigned int *value = semaphore;
    if (*value == 0) {
        errno = 11;
        return -1;
    }
    (*value)--;
    return 0;
}

int sem_post(void *semaphore) {
    (*(unsigned int *)semaphore)++;
    return 0;
}

int sem_getvalue(void *semaphore, int *value) {
    *value = (int)*(unsigned int *)semaphore;
    return 0;
}

int mtx_init(void *mutex, int kind) {
    return pthread_mutex_init(mutex, &kind);
}

void mtx_destroy(void *mutex) {
    (void)mutex;
}

int mtx_lock(void *mutex) {
    return pthread_mutex_lock(mutex);
}

int mtx_trylock(void *mutex) {
    return pthread_mutex_trylock(mutex) == 0 ? 0 : 1;
}

int mtx_unlock(void *mutex) {
    return pthread_mutex_unlock(mutex);
}
