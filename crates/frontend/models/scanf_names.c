/*
 * The names under which glibc's headers call the standard scanf functions: __isoc99 for C99 and later,
 * __isoc23 for C23 (whose integers may also be binary; not here, so %i under C23 reads 0b as 0).
 */
#include "stdio_model.h"

int __model_scan_stream(FILE *stream, const char *format, va_list ap);
int __model_scan_text(const char *text, const char *format, va_list ap);

int __isoc99_vfscanf(FILE *restrict stream, const char *restrict format, va_list ap) {
    return __model_scan_stream(stream, format, ap);
}

int __isoc99_vsscanf(const char *restrict text, const char *restrict format, va_list ap) {
    return __model_scan_text(text, format, ap);
}

int __isoc99_vscanf(const char *restrict format, va_list ap) {
    return __model_scan_stream(stdin, format, ap);
}

int __isoc99_fscanf(FILE *restrict stream, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int done = __model_scan_stream(stream, format, ap);
    va_end(ap);
    return done;
}

int __isoc99_scanf(const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int done = __model_scan_stream(stdin, format, ap);
    va_end(ap);
    return done;
}

int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int done = __model_scan_text(text, format, ap);
    va_end(ap);
    return done;
}

int __isoc23_vfscanf(FILE *restrict stream, const char *restrict format, va_list ap) {
    return __model_scan_stream(stream, format, ap);
}

int __isoc23_vsscanf(const char *restrict text, const char *restrict format, va_list ap) {
    return __model_scan_text(text, format, ap);
}

int __isoc23_vscanf(const char *restrict format, va_list ap) {
    return __model_scan_stream(stdin, format, ap);
}

int __isoc23_fscanf(FILE *restrict stream, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int done = __model_scan_stream(stream, format, ap);
    va_end(ap);
    return done;
}

int __isoc23_scanf(const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int done = __model_scan_stream(stdin, format, ap);
    va_end(ap);
    return done;
}

int __isoc23_sscanf(const char *restrict text, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int done = __model_scan_text(text, format, ap);
    va_end(ap);
    return done;
}
