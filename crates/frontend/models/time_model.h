/*
 * Types of time.h that the time models share; layouts are glibc's. The structs that user and library hand to
 * each other stay incomplete here, since the names of their members depend on the dialect the user chose;
 * the models see them as the structs below.
 */
#ifndef TIME_MODEL_H
#define TIME_MODEL_H

#include "because.h"

typedef long time_t;
typedef long clock_t;

struct tm;
struct timeval;
struct timespec;

struct __model_tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct __model_timeval {
    long tv_sec;
    long tv_usec;
};

struct __model_timespec {
    long tv_sec;
    long tv_nsec;
};

#endif
