/*
 * Clocks (C11 7.27.2) are inputs: each reading takes one, but never goes backwards, so that differences are
 * what programs expect. A reading that is negative or before the last one is taken as the last one.
 */
#include "time_model.h"

static long later(long reading, long last) {
    return reading < last ? last : reading;
}

time_t time(time_t *result) {
    static long last;
    long reading = __because_input_long("time");
    /* The time may not be known; then -1 says so. */
    if (reading == -1) {
        if (result != NULL)
            *result = -1;
        return -1;
    }
    last = later(reading, last);
    if (result != NULL)
        *result = last;
    return last;
}

clock_t clock(void) {
    static long last;
    last = later(__because_input_long("clock"), last);
    return last;
}

double difftime(time_t end, time_t start) {
    return (double)end - (double)start;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    static long last;
    (void)zone;
    /* In microseconds. */
    last = later(__because_input_long("gettimeofday"), last);
    struct __model_timeval *parts = (struct __model_timeval *)result;
    parts->tv_sec = last / 1000000;
    parts->tv_usec = last % 1000000;
    return 0;
}

int clock_gettime(int clock, struct timespec *result) {
    static long last;
    (void)clock;
    /* In nanoseconds. */
    last = later(__because_input_long("clock_gettime"), last);
    struct __model_timespec *parts = (struct __model_timespec *)result;
    parts->tv_sec = last / 1000000000;
    parts->tv_nsec = last % 1000000000;
    return 0;
}

int timespec_get(struct timespec *result, int base) {
    if (base != 1)
        return 0;
    clock_gettime(0, result);
    return base;
}

int nanosleep(const struct timespec *wanted, struct timespec *rest) {
    (void)rest;
    const struct __model_timespec *parts = (const struct __model_timespec *)wanted;
    if (parts->tv_nsec < 0 || parts->tv_nsec > 999999999 || parts->tv_sec < 0) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}
