/*
 * What a format that goes to a stream does with its arguments. The engine's primitive writes the text and says nothing
 * about them, so they are looked at here: each is there, each text ends, %n is stored. A call whose literal format
 * has been compared with its arguments already, and whose result nobody wants, does without all this.
 */
#ifndef EXAMINE_MODEL_H
#define EXAMINE_MODEL_H

#include "format_model.h"

/* Whether the format has a %n. */
static inline _Bool __model_has_count(const char *format) {
    for (; *format != 0; format++) {
        if (*format != '%')
            continue;
        format++;
        while (__model_is_flag(*format) || __model_is_digit(*format) || *format == '*' || *format == '.' ||
               __model_is_length(*format))
            format++;
        if (*format == 'n')
            return 1;
        if (*format == 0)
            return 0;
    }
    return 0;
}

static inline void __model_examine_text(const char *from, int precision) {
    if (precision < 0) {
        __because_check(__because_is_string(from), "the argument of %s is text that ends");
        return;
    }
    for (int i = 0; i < precision && from[i] != 0; i++)
        ;
}

static inline void __model_examine_integer(va_list ap, char length, _Bool twice) {
    if (length == 'l' && twice)
        (void)va_arg(ap, long long);
    else if (length == 'l')
        (void)va_arg(ap, long);
    else if (length == 'j')
        (void)va_arg(ap, intmax_t);
    else if (length == 'z' || length == 't')
        (void)va_arg(ap, ptrdiff_t);
    else
        (void)va_arg(ap, int);
}

static inline size_t __model_count_size(char length, _Bool twice) {
    if (length == 'l' || length == 'j' || length == 'z' || length == 't')
        return sizeof(long);
    return length != 'h' ? sizeof(int) : twice ? 1 : sizeof(short);
}

/* Reads what each conversion reads. */
static inline void __model_examine_each(const char *format, va_list ap) {
    for (; *format != 0; format++) {
        if (*format != '%')
            continue;
        format++;
        while (__model_is_flag(*format) || *format == '\'')
            format++;
        int precision = -1;
        if (*format == '*') {
            (void)va_arg(ap, int);
            format++;
        }
        while (__model_is_digit(*format))
            format++;
        if (*format == '.') {
            precision = 0;
            format++;
            if (*format == '*') {
                precision = va_arg(ap, int);
                format++;
            }
            for (; __model_is_digit(*format); format++)
                precision = precision * 10 + (*format - '0');
        }
        char length = 0;
        _Bool twice = 0;
        for (; __model_is_length(*format) || *format == 'L' || *format == 'q'; format++) {
            twice = length == *format || *format == 'q';
            length = *format == 'q' ? 'l' : *format;
        }
        switch (*format) {
        case '%': case 'm':
            break;
        case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'c':
            __model_examine_integer(ap, length, twice);
            break;
        case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
            if (length == 'L')
                (void)va_arg(ap, long double);
            else
                (void)va_arg(ap, double);
            break;
        case 's':
            if (length == 0)
                __model_examine_text(va_arg(ap, const char *), precision);
            else
                (void)va_arg(ap, void *);
            break;
        case 'p':
            (void)va_arg(ap, void *);
            break;
        case 'n':
            /* How much there is before it is not known here; an execution knows, and stores it when it prints. */
            if (__because_random_input())
                __because_unsupported("%n behind a conversion whose length is not computed");
            else
                __because_check(__because_writable(va_arg(ap, void *), __model_count_size(length, twice)),
                                "the argument of %n can be written");
            break;
        default:
            __because_unsupported("this conversion of printf");
        }
    }
}

/*
 * Looks at the arguments and does what %n asks for. The result is how many characters there are, or -1 if that is not
 * known here; it is not found out if nobody wants it.
 */
static inline int __model_examine(const char *format, va_list ap, _Bool wanted) {
    if ((wanted || __model_has_count(format)) && __model_is_plain(format))
        return __model_format(NULL, 0, format, ap);
    __model_examine_each(format, ap);
    return -1;
}

/* Prints to a stream by its number after everything has been looked at. */
static inline int __model_print_examined(int number, const char *format, va_list ap, _Bool wanted) {
    va_list again;
    va_copy(again, ap);
    int count = __model_examine(format, again, wanted);
    va_end(again);
    int printed = __because_print(number, format, ap);
    return count < 0 ? printed : count;
}

#endif
