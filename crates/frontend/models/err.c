/*
 * Messages that end the program or go to the log (BSD's err.h, POSIX's syslog.h). Where every run is considered the
 * messages are gone; where one is executed they would have to be printed, which is reported as not supported.
 */
#include "because.h"

_Noreturn void exit(int status);

#define GONE(what) ((void)(__because_random_input() || (__because_unsupported(what), 0)))

_Noreturn void err(int status, const char *format, ...) {
    (void)format;
    GONE("err");
    exit(status);
}

_Noreturn void errx(int status, const char *format, ...) {
    (void)format;
    GONE("errx");
    exit(status);
}

_Noreturn void verr(int status, const char *format, __builtin_va_list list) {
    (void)format;
    (void)list;
    GONE("verr");
    exit(status);
}

_Noreturn void verrx(int status, const char *format, __builtin_va_list list) {
    (void)format;
    (void)list;
    GONE("verrx");
    exit(status);
}

void warn(const char *format, ...) {
    (void)format;
    GONE("warn");
}

void warnx(const char *format, ...) {
    (void)format;
    GONE("warnx");
}

void openlog(const char *name, int options, int facility) {
    (void)name;
    (void)options;
    (void)facility;
}

void syslog(int priority, const char *format, ...) {
    (void)priority;
    (void)format;
}

void closelog(void) {
}
