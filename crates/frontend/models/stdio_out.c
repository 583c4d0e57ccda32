/*
 * Output to a given stream (C11 7.21.6, 7.21.7, 7.21.8): standard output or standard error. What is written
 * is out at once, so flushing and buffering have nothing to do. dprintf writes to the descriptors 1 and 2.
 */
#include "stdio_model.h"
#include "examine_model.h"

static int print_to(FILE *stream, const char *format, va_list ap, _Bool wanted) {
    int number = __model_output(stream);
    return number == 0 ? -1 : __model_print_examined(number, format, ap, wanted);
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list ap) {
    return print_to(stream, format, ap, 0);
}

int __model_counted_vfprintf(FILE *restrict stream, const char *restrict format, va_list ap) {
    return print_to(stream, format, ap, 1);
}

int fprintf(FILE *restrict stream, const char *restrict format, ...) {
    int number = __model_output(stream);
    if (number == 0)
        return -1;
    va_list ap;
    va_start(ap, format);
    int count = __because_print(number, format, ap);
    va_end(ap);
    return count;
}

#define EXAMINED_FPRINTF(name, wanted)                                                                  \
    int name(FILE *restrict stream, const char *restrict format, ...) {                                 \
        va_list ap;                                                                                     \
        va_start(ap, format);                                                                           \
        int count = print_to(stream, format, ap, wanted);                                               \
        va_end(ap);                                                                                     \
        return count;                                                                                   \
    }
EXAMINED_FPRINTF(__model_examined_fprintf, 0)
EXAMINED_FPRINTF(__model_counted_fprintf, 1)

int vdprintf(int descriptor, const char *restrict format, va_list ap) {
    if (descriptor != 1 && descriptor != 2) {
        errno = EBADF;
        return -1;
    }
    return __model_print_examined(descriptor, format, ap, 1);
}

int dprintf(int descriptor, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = vdprintf(descriptor, format, ap);
    va_end(ap);
    return count;
}

int fputc(int c, FILE *stream) {
    int number = __model_output(stream);
    if (number == 0)
        return EOF;
    __because_putchar(number, (unsigned char)c);
    return (unsigned char)c;
}

int putc(int c, FILE *stream) {
    return fputc(c, stream);
}

int _IO_putc(int c, FILE *stream) {
    return fputc(c, stream);
}

int putc_unlocked(int c, FILE *stream) {
    return fputc(c, stream);
}

int fputc_unlocked(int c, FILE *stream) {
    return fputc(c, stream);
}

/* glibc answers 1. */
int fputs(const char *restrict s, FILE *restrict stream) {
    int number = __model_output(stream);
    if (number == 0)
        return EOF;
    for (size_t i = 0; s[i] != '\0'; i++)
        __because_putchar(number, (unsigned char)s[i]);
    return 1;
}

int fputs_unlocked(const char *restrict s, FILE *restrict stream) {
    return fputs(s, stream);
}

size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream) {
    int number = __model_output(stream);
    if (number == 0 || size == 0 || count == 0)
        return 0;
    const unsigned char *bytes = data;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < size; j++)
            __because_putchar(number, bytes[i * size + j]);
    return count;
}

int fflush(FILE *stream) {
    if (stream != NULL)
        __model_file_number(stream);
    return 0;
}

int setvbuf(FILE *restrict stream, char *restrict buf, int mode, size_t size) {
    (void)buf;
    (void)size;
    __model_file_number(stream);
    return mode >= 0 && mode <= 2 ? 0 : -1;
}

void setbuf(FILE *restrict stream, char *restrict buf) {
    (void)buf;
    __model_file_number(stream);
}

void setbuffer(FILE *stream, char *buf, size_t size) {
    (void)buf;
    (void)size;
    __model_file_number(stream);
}

void setlinebuf(FILE *stream) {
    __model_file_number(stream);
}
