/*
 * printf and vprintf (C11 7.21.6.3, 7.21.6.10), which need no stream object. The formatting is a primitive: the
 * engine reads the format and the arguments. A call is translated to one of three functions: the plain one if its
 * literal format suits its arguments and nobody wants the result, the one that is `examined` if the format is not known
 * there, the one that is `counted` if the result is wanted.
 */
#include "examine_model.h"

int vprintf(const char *restrict format, va_list ap) {
    return __model_print_examined(1, format, ap, 0);
}

int __model_counted_vprintf(const char *restrict format, va_list ap) {
    return __model_print_examined(1, format, ap, 1);
}

int printf(const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = __because_print(1, format, ap);
    va_end(ap);
    return count;
}

int __model_examined_printf(const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = __model_print_examined(1, format, ap, 0);
    va_end(ap);
    return count;
}

int __model_counted_printf(const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = __model_print_examined(1, format, ap, 1);
    va_end(ap);
    return count;
}
