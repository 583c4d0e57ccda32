/*
 * The names that _FORTIFY_SOURCE gives to stdio and unistd functions. The flag, which asks glibc to refuse %n
 * in writable formats, is ignored; the room is claimed.
 */
#include "stdio_model.h"

#define ROOM(n, room) __because_check((n) <= (room), "the destination has room for what is written")

char *fgets(char *restrict buf, int n, FILE *restrict stream);
char *gets(char *buf);
size_t fread(void *restrict data, size_t size, size_t count, FILE *restrict stream);
ssize_t read(int descriptor, void *buf, size_t n);

int __vprintf_chk(int flag, const char *restrict format, va_list ap) {
    (void)flag;
    return __because_print(1, format, ap);
}

int __printf_chk(int flag, const char *restrict format, ...) {
    (void)flag;
    va_list ap;
    va_start(ap, format);
    int count = __because_print(1, format, ap);
    va_end(ap);
    return count;
}

int __vfprintf_chk(FILE *restrict stream, int flag, const char *restrict format, va_list ap) {
    (void)flag;
    int number = __model_output(stream);
    return number == 0 ? -1 : __because_print(number, format, ap);
}

int __fprintf_chk(FILE *restrict stream, int flag, const char *restrict format, ...) {
    (void)flag;
    int number = __model_output(stream);
    if (number == 0)
        return -1;
    va_list ap;
    va_start(ap, format);
    int count = __because_print(number, format, ap);
    va_end(ap);
    return count;
}

int __vsnprintf_chk(char *restrict buf, size_t n, int flag, size_t room, const char *restrict format,
                    va_list ap) {
    (void)flag;
    ROOM(n, room);
    return __because_format(buf, n, format, ap);
}

int __snprintf_chk(char *restrict buf, size_t n, int flag, size_t room, const char *restrict format, ...) {
    (void)flag;
    ROOM(n, room);
    va_list ap;
    va_start(ap, format);
    int count = __because_format(buf, n, format, ap);
    va_end(ap);
    return count;
}

int __vsprintf_chk(char *restrict buf, int flag, size_t room, const char *restrict format, va_list ap) {
    (void)flag;
    int count = __because_format(buf, room < INT_MAX ? room : INT_MAX, format, ap);
    ROOM((size_t)count + 1, room);
    return count;
}

int __sprintf_chk(char *restrict buf, int flag, size_t room, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = __vsprintf_chk(buf, flag, room, format, ap);
    va_end(ap);
    return count;
}

char *__fgets_chk(char *restrict buf, size_t room, int n, FILE *restrict stream) {
    ROOM((size_t)n, room);
    return fgets(buf, n, stream);
}

char *__gets_chk(char *buf, size_t room) {
    (void)room;
    return gets(buf);
}

size_t __fread_chk(void *restrict data, size_t room, size_t size, size_t count, FILE *restrict stream) {
    ROOM(size * count, room);
    return fread(data, size, count, stream);
}

ssize_t __read_chk(int descriptor, void *buf, size_t n, size_t room) {
    ROOM(n, room);
    return read(descriptor, buf, n);
}
