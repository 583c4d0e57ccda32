/*
 * Threads that are started, joined and ended (POSIX threads, C11 threads.h), for programs that start some.
 */
#include "thread_model.h"

static void *run_posix(void *start, void *argument) {
    void *result = ((void *(*)(void *))start)(argument);
    __model_run_key_destructors();
    __because_thread_exit(result);
    return NULL;
}

static void *run_c11(void *start, void *argument) {
    int result = ((int (*)(void *))start)(argument);
    __model_run_key_destructors();
    __because_thread_exit((void *)(long)result);
    return NULL;
}

static void start_outside_sections(void) {
    if (__because_in_section())
        __because_unsupported("a thread that is started in an atomic section");
}

int pthread_create(unsigned long *thread, const void *attributes, void *(*start)(void *), void *argument) {
    CHECK_OBJECT(thread, sizeof *thread, "the number of the thread can be stored");
    start_outside_sections();
    int code = __because_thread_create(thread, run_posix, (void *)start, argument);
    if (code == 0 && attributes != NULL && *(const int *)attributes == 1)
        __because_thread_detach(*thread);
    return code;
}

int thrd_create(unsigned long *thread, int (*start)(void *), void *argument) {
    CHECK_OBJECT(thread, sizeof *thread, "the number of the thread can be stored");
    start_outside_sections();
    return __because_thread_create(thread, run_c11, (void *)start, argument) == 0 ? 0 : 2;
}

static void join(unsigned long thread) {
    int code = __because_thread_join(thread);
    __because_check_thread(code != JOINS_ITSELF, "a thread does not join itself");
    __because_check_thread(code != NOT_JOINABLE, "the thread that is joined was started, and neither joined nor detached before");
}

int pthread_join(unsigned long thread, void **result) {
    join(thread);
    if (result != NULL)
        *result = __because_thread_result(thread);
    return 0;
}

int thrd_join(unsigned long thread, int *result) {
    join(thread);
    if (result != NULL)
        *result = (int)(long)__because_thread_result(thread);
    return 0;
}

int pthread_detach(unsigned long thread) {
    int code = __because_thread_detach(thread);
    __because_check_thread(code >= 0, "the thread that is detached was started, and neither joined nor detached before");
    return 0;
}

int thrd_detach(unsigned long thread) {
    return pthread_detach(thread);
}

_Noreturn void pthread_exit(void *result) {
    __model_run_key_destructors();
    __because_thread_exit(result);
    __because_abort();
}

_Noreturn void thrd_exit(int result) {
    __model_run_key_destructors();
    __because_thread_exit((void *)(long)result);
    __because_abort();
}

unsigned long pthread_self(void) {
    return __because_thread_self();
}

unsigned long thrd_current(void) {
    return __because_thread_self();
}

int pthread_equal(unsigned long a, unsigned long b) {
    return a == b;
}

int thrd_equal(unsigned long a, unsigned long b) {
    return a == b;
}

int sched_yield(void) {
    __because_point();
    return 0;
}

int pthread_yield(void) {
    __because_point();
    return 0;
}

void thrd_yield(void) {
    __because_point();
}

int thrd_sleep(const void *duration, void *remaining) {
    (void)duration;
    (void)remaining;
    __because_point();
    return 0;
}

/* What a thread's attributes need is whether it is detached. */
int pthread_attr_init(void *attributes) {
    *(int *)attributes = 0;
    return 0;
}

int pthread_attr_destroy(void *attributes) {
    (void)attributes;
    return 0;
}

int pthread_attr_setdetachstate(void *attributes, int state) {
    *(int *)attributes = state;
    return 0;
}

int pthread_attr_getdetachstate(const void *attributes, int *state) {
    *state = *(const int *)attributes;
    return 0;
}

int pthread_attr_setstacksize(void *attributes, size_t size) {
    (void)attributes;
    (void)size;
    return 0;
}

int pthread_cancel(unsigned long thread) {
    (void)thread;
    __because_unsupported("pthread_cancel");
    return 0;
}

int pthread_setcancelstate(int state, int *old) {
    (void)state;
    if (old != NULL)
        *old = 0;
    return 0;
}

int pthread_setcanceltype(int type, int *old) {
    (void)type;
    if (old != NULL)
        *old = 0;
    return 0;
}

void pthread_testcancel(void) {
}

int pthread_kill(unsigned long thread, int signal) {
    (void)thread;
    (void)signal;
    __because_unsupported("pthread_kill");
    return 0;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    (void)prepare;
    (void)parent;
    (void)child;
    return 0;
}
