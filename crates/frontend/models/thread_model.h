/*
 * The primitives of programs that start threads. A waiting operation is one step of a run, never a loop here; see
 * `ThreadOp` of the crate `program`. A negative result says that a rule of the library was broken.
 */
#ifndef THREAD_MODEL_H
#define THREAD_MODEL_H
#include "because.h"

#define NOT_HELD (-1)
#define NOT_INITIALISED (-2)
#define IN_USE (-3)
#define NOT_JOINABLE (-4)
#define JOINS_ITSELF (-5)
#define OTHER_MUTEX (-6)

#define EPERM 1
#define EAGAIN 11
#define EBUSY 16
#define ETIMEDOUT 110

/* What must hold of the program's use of the library for threads. */
void __because_check_thread(_Bool condition, const char *text);

void __because_point(void);
int __because_thread_create(unsigned long *number, void *(*run)(void *, void *), void *start, void *argument);
void __because_thread_exit(void *result);
int __because_thread_join(unsigned long number);
void *__because_thread_result(unsigned long number);
int __because_thread_detach(unsigned long number);
unsigned long __because_thread_self(void);
unsigned long __because_in_section(void);

int __because_mutex_init(void *mutex, int kind);
int __because_mutex_destroy(void *mutex);
int __because_mutex_lock(void *mutex);
int __because_mutex_trylock(void *mutex);
int __because_mutex_timedlock(void *mutex);
int __because_mutex_unlock(void *mutex);
int __because_cond_init(void *condition);
int __because_cond_destroy(void *condition);
int __because_cond_wait(void *condition, void *mutex);
int __because_cond_timedwait(void *condition, void *mutex);
int __because_cond_signal(void *condition);
int __because_cond_broadcast(void *condition);
int __because_rwlock_init(void *lock);
int __because_rwlock_destroy(void *lock);
int __because_rwlock_rdlock(void *lock);
int __because_rwlock_wrlock(void *lock);
int __because_rwlock_tryrdlock(void *lock);
int __because_rwlock_trywrlock(void *lock);
int __because_rwlock_timedrdlock(void *lock);
int __because_rwlock_timedwrlock(void *lock);
int __because_rwlock_unlock(void *lock);
int __because_barrier_init(void *barrier, unsigned int count);
int __because_barrier_destroy(void *barrier);
int __because_barrier_wait(void *barrier);
int __because_sem_init(void *semaphore, unsigned int value);
int __because_sem_destroy(void *semaphore);
int __because_sem_wait(void *semaphore);
int __because_sem_trywait(void *semaphore);
int __because_sem_timedwait(void *semaphore);
int __because_sem_post(void *semaphore);
int __because_sem_getvalue(void *semaphore);
int __because_once_begin(void *control);
void __because_once_end(void *control);

void __model_run_key_destructors(void);

#define CHECK_OBJECT(p, size, what) __because_check(__because_writable(p, size), what)
#define CHECK_READY(code, what) __because_check_thread((code) != NOT_INITIALISED, what)

#endif
