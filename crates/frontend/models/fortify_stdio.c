/*
 * The names that _FORTIFY_SOURCE gives to stdio and unistd functions. The flag, which asks glibc to refuse %n
 * in writable formats, is ignored; the room is claimed.
 */
#include "stdio_model.h"
#include "examine_model.h"

#define ROOM(n, room) __because_check((n) <= (room), "the destination has room for what is written")

int __vprintf_chk(int flag, const char *restrict format, va_list ap) {
    (void)flag;
    return __model_print_examined(1, format, ap, 0);
}

int __printf_chk(int flag, const char *restrict format, ...) {
    (void)flag;
    va_list ap;
    va_start(ap, format);
    int count = __model_print_examined(1, format, ap, 0);
    va_end(ap);
    return count;
}

int __vfprintf_chk(FILE *restrict stream, int flag, const char *restrict format, va_list ap) {
    (void)flag;
    int number = __model_output(stream);
    return number == 0 ? -1 : __model_print_examined(number, format, ap, 0);
}

int __fprintf_chk(FILE *restrict stream, int flag, const char *restrict format, ...) {
    (void)flag;
    int number = __model_output(stream);
    if (number == 0)
        return -1;
    va_list ap;
    va_start(ap, format);
    int count = __model_print_examined(number, format, ap, 0);
    va_end(ap);
    return count;
}

int __vsnprintf_chk(char *restrict buf, size_t n, int flag, size_t room, const char *restrict format,
                    va_list ap) {
    (void)flag;
    ROOM(n, room);
    return __model_format(buf, n, format, ap);
}

int __snprintf_chk(char *restrict buf, size_t n, int flag, size_t room, const char *restrict format, ...) {
    (void)flag;
    ROOM(n, room);
    va_list ap;
    va_start(ap, format);
    int count = __model_format(buf, n, format, ap);
    va_end(ap);
    return count;
}

int __vsprintf_chk(char *restrict buf, int flag, size_t room, const char *restrict format, va_list ap) {
    (void)flag;
    int count = __model_format(buf, room < INT_MAX ? room : INT_MAX, format, ap);
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

/* Reads up to n characters and the end of the line; the number read. */
static int read_line(char *buf, int n, FILE *stream) {
    int i = 0;
    while (i < n) {
        int c = __model_getc(stream);
        if (c == EOF)
            break;
        buf[i] = (char)c;
        i++;
        if (c == '\n')
            break;
    }
    return i;
}

char *__fgets_chk(char *restrict buf, size_t room, int n, FILE *restrict stream) {
    if (n <= 0)
        return NULL;
    ROOM((size_t)n, room);
    int count = read_line(buf, n - 1, stream);
    if (count == 0 && n > 1)
        return NULL;
    buf[count] = '\0';
    return buf;
}

/* The newline is dropped; without one the zero goes behind the last character. */
char *__gets_chk(char *buf, size_t room) {
    (void)room;
    int count = read_line(buf, INT_MAX, stdin);
    if (count == 0)
        return NULL;
    buf[buf[count - 1] == '\n' ? count - 1 : count] = '\0';
    return buf;
}

size_t __fread_chk(void *restrict data, size_t room, size_t size, size_t count, FILE *restrict stream) {
    unsigned char *bytes = data;
    ROOM(size * count, room);
    if (size == 0)
        return 0;
    for (size_t i = 0; i < size * count; i++) {
        int c = __model_getc(stream);
        if (c == EOF)
            return i / size;
        bytes[i] = (unsigned char)c;
    }
    return count;
}

ssize_t __read_chk(int descriptor, void *buf, size_t n, size_t room) {
    unsigned char *bytes = buf;
    ROOM(n, room);
    if (descriptor != 0) {
        errno = EBADF;
        return -1;
    }
    if (__because_input_is_open())
        __model_settle(stdin);
    size_t i = 0;
    while (i < n) {
        int c = __because_getchar();
        if (c < 0)
            break;
        bytes[i] = (unsigned char)c;
        i++;
    }
    return (ssize_t)i;
}
