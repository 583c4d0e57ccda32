/*
 * Messages that end the program or go to the log (BSD's err.h, POSIX's syslog.h). Where every run is considered the
 * messages are gone; where one is executed they are on standard error, without the program's name, which nobody here
 * knows. What is said to the log is gone.
 */
#include "examine_model.h"

_Noreturn void exit(int status);
const char *__model_error_text(int number);

static void put(const char *s) {
    for (size_t i = 0; s[i] != '\0'; i++)
        __because_putchar(2, (unsigned char)s[i]);
}

static void say(const char *format, va_list list, int number) {
    if (format != NULL) {
        va_list again;
        va_copy(again, list);
        __model_examine(format, again, 0);
        va_end(again);
    }
    if (__because_random_input())
        return;
    if (format != NULL)
        __because_print(2, format, list);
    if (format != NULL && number >= 0)
        put(": ");
    if (number >= 0)
        put(__model_error_text(number));
    put("\n");
}

_Noreturn void err(int status, const char *format, ...) {
    int number = errno;
    va_list list;
    va_start(list, format);
    say(format, list, number);
    va_end(list);
    exit(status);
}

_Noreturn void errx(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    say(format, list, -1);
    va_end(list);
    exit(status);
}

_Noreturn void verr(int status, const char *format, va_list list) {
    say(format, list, errno);
    exit(status);
}

_Noreturn void verrx(int status, const char *format, va_list list) {
    say(format, list, -1);
    exit(status);
}

void warn(const char *format, ...) {
    int number = errno;
    va_list list;
    va_start(list, format);
    say(format, list, number);
    va_end(list);
}

void warnx(const char *format, ...) {
    va_list list;
    va_start(list, format);
    say(format, list, -1);
    va_end(list);
}

void vwarn(const char *format, va_list list) {
    say(format, list, errno);
}

void vwarnx(const char *format, va_list list) {
    say(format, list, -1);
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
