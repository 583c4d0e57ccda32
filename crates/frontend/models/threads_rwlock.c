/*
 * Locks for many readers or one writer, in programs that start threads.
 */
#include "thread_model.h"

#define VALID "the lock can be accessed"

static int taken(int code) {
    CHECK_READY(code, "the lock was initialised and is not destroyed");
    return code;
}

int pthread_rwlock_init(void *lock, const void *attributes) {
    (void)attributes;
    CHECK_OBJECT(lock, 56, VALID);
    return __because_rwlock_init(lock);
}

int pthread_rwlock_destroy(void *lock) {
    CHECK_OBJECT(lock, 56, VALID);
    int code = __because_rwlock_destroy(lock);
    __because_check_thread(code != IN_USE, "the lock that is destroyed is not held");
    return taken(code);
}

int pthread_rwlock_rdlock(void *lock) {
    CHECK_OBJECT(lock, 56, VALID);
    return taken(__because_rwlock_rdlock(lock));
}

int pthread_rwlock_wrlock(void *lock) {
    CHECK_OBJECT(lock, 56, VALID);
    return taken(__because_rwlock_wrlock(lock));
}

int pthread_rwlock_tryrdlock(void *lock) {
    CHECK_OBJECT(lock, 56, VALID);
    return taken(__because_rwlock_tryrdlock(lock));
}

int pthread_rwlock_trywrlock(void *lock) {
    CHECK_OBJECT(lock, 56, VALID);
    return taken(__because_rwlock_trywrlock(lock));
}

int pthread_rwlock_timedrdlock(void *lock, const void *until) {
    (void)until;
    CHECK_OBJECT(lock, 56, VALID);
    return taken(__because_rwlock_timedrdlock(lock));
}

int pthread_rwlock_timedwrlock(void *lock, const void *until) {
    (void)until;
    CHECK_OBJECT(lock, 56, VALID);
    return taken(__because_rwlock_timedwrlock(lock));
}

int pthread_rwlock_unlock(void *lock) {
    CHECK_OBJECT(lock, 56, VALID);
    int code = __because_rwlock_unlock(lock);
    __because_check_thread(code != NOT_HELD, "the lock that is released is held by this thread");
    return taken(code);
}
