/*
 * Text and integers formatted into memory (C11 7.21.6.1), in C, so that an engine that does not know the values
 * can follow it: each character of the result depends on them as the code says. A format that asks for anything
 * else (floating numbers, pointers, wide characters) goes to the engine's primitive, which only knows what to
 * do with values that are known.
 */
#ifndef FORMAT_MODEL_H
#define FORMAT_MODEL_H

#include "because.h"

struct __model_text {
    char *buf;
    /* The size of the buffer; 0 only counts. */
    size_t n;
    int count;
};

/* How one conversion is laid out. */
struct __model_layout {
    _Bool left, zero, plus, space, alternative;
    int width;
    /* Negative if there is none. */
    int precision;
};

static inline _Bool __model_is_digit(char c) {
    return c >= '0' && c <= '9';
}

static inline _Bool __model_is_flag(char c) {
    return c == '-' || c == '0' || c == '+' || c == ' ' || c == '#';
}

static inline _Bool __model_is_length(char c) {
    return c == 'h' || c == 'l' || c == 'j' || c == 'z' || c == 't';
}

/* Whether the format holds only what is formatted here. */
static inline _Bool __model_is_plain(const char *format) {
    for (; *format != 0; format++) {
        if (*format != '%')
            continue;
        format++;
        while (__model_is_flag(*format))
            format++;
        while (__model_is_digit(*format) || *format == '*')
            format++;
        if (*format == '.') {
            format++;
            while (__model_is_digit(*format) || *format == '*')
                format++;
        }
        _Bool sized = 0;
        while (__model_is_length(*format)) {
            sized = 1;
            format++;
        }
        switch (*format) {
        case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'n':
            break;
        case 'c': case 's': case '%':
            if (sized)
                return 0;
            break;
        default:
            return 0;
        }
    }
    return 1;
}

static inline void __model_put(struct __model_text *text, char c) {
    if (text->n != 0 && (size_t)text->count < text->n - 1)
        text->buf[text->count] = c;
    text->count++;
}

static inline void __model_pad(struct __model_text *text, char c, int count) {
    for (int i = 0; i < count; i++)
        __model_put(text, c);
}

/* The digits of a number, last first; how many there are. 32 bits are divided as such: that is cheaper. */
static inline int __model_digits(char *digits, unsigned long long value, _Bool narrow, unsigned int base,
                                 char ten) {
    int count = 0;
    if (narrow)
        for (unsigned int rest = (unsigned int)value; rest != 0; rest /= base) {
            unsigned int digit = rest % base;
            digits[count++] = (char)(digit < 10 ? '0' + digit : ten + (digit - 10));
        }
    else
        for (unsigned long long rest = value; rest != 0; rest /= base) {
            unsigned int digit = (unsigned int)(rest % base);
            digits[count++] = (char)(digit < 10 ? '0' + digit : ten + (digit - 10));
        }
    return count;
}

/* `sign` is 0 if there is none; `prefix` is 0, 'x' or 'X'. */
static inline void __model_put_number(struct __model_text *text, const struct __model_layout *layout, char sign,
                                      char prefix, const char *digits, int count, int zeros) {
    int length = zeros + count + (sign != 0) + (prefix != 0 ? 2 : 0);
    int pad = layout->width > length ? layout->width - length : 0;
    _Bool inside = layout->zero && !layout->left && layout->precision < 0;
    if (!layout->left && !inside)
        __model_pad(text, ' ', pad);
    if (sign != 0)
        __model_put(text, sign);
    if (prefix != 0) {
        __model_put(text, '0');
        __model_put(text, prefix);
    }
    if (inside)
        __model_pad(text, '0', pad);
    __model_pad(text, '0', zeros);
    while (count > 0)
        __model_put(text, digits[--count]);
    if (layout->left)
        __model_pad(text, ' ', pad);
}

static inline void __model_put_integer(struct __model_text *text, const struct __model_layout *layout,
                                       char conversion, unsigned long long magnitude, _Bool narrow, char sign) {
    char digits[24];
    unsigned int base = conversion == 'o' ? 8 : conversion == 'x' || conversion == 'X' ? 16 : 10;
    int count = __model_digits(digits, magnitude, narrow, base, conversion == 'X' ? 'A' : 'a');
    int least = layout->precision < 0 ? 1 : layout->precision;
    int zeros = least > count ? least - count : 0;
    char prefix = 0;
    if (layout->alternative && base == 16 && magnitude != 0)
        prefix = conversion;
    if (layout->alternative && base == 8 && zeros == 0)
        zeros = 1;
    __model_put_number(text, layout, sign, prefix, digits, count, zeros);
}

static inline void __model_put_text(struct __model_text *text, const struct __model_layout *layout,
                                    const char *from, int count) {
    int pad = layout->width > count ? layout->width - count : 0;
    if (!layout->left)
        __model_pad(text, ' ', pad);
    for (int i = 0; i < count; i++)
        __model_put(text, from[i]);
    if (layout->left)
        __model_pad(text, ' ', pad);
}

/* %n: how many characters there are so far. */
static inline void __model_store_count(void *to, char length, _Bool twice, int count) {
    if (length == 'l' || length == 'j' || length == 'z' || length == 't')
        *(long *)to = count;
    else if (length == 'h' && twice)
        *(signed char *)to = (signed char)count;
    else if (length == 'h')
        *(short *)to = (short)count;
    else
        *(int *)to = count;
}

/* Formats at most n characters with the zero; the result is how many there would be. */
static inline int __model_format(char *buf, size_t n, const char *format, va_list ap) {
    if (!__model_is_plain(format))
        return __because_format(buf, n, format, ap);
    struct __model_text text = {buf, n, 0};
    for (; *format != 0; format++) {
        if (*format != '%') {
            __model_put(&text, *format);
            continue;
        }
        format++;
        struct __model_layout layout = {0, 0, 0, 0, 0, 0, -1};
        for (; __model_is_flag(*format); format++) {
            if (*format == '-')
                layout.left = 1;
            else if (*format == '0')
                layout.zero = 1;
            else if (*format == '+')
                layout.plus = 1;
            else if (*format == ' ')
                layout.space = 1;
            else
                layout.alternative = 1;
        }
        if (*format == '*') {
            format++;
            layout.width = va_arg(ap, int);
            if (layout.width < 0) {
                layout.left = 1;
                layout.width = -layout.width;
            }
        }
        for (; __model_is_digit(*format); format++)
            layout.width = layout.width * 10 + (*format - '0');
        if (*format == '.') {
            format++;
            layout.precision = 0;
            if (*format == '*') {
                format++;
                layout.precision = va_arg(ap, int);
            }
            for (; __model_is_digit(*format); format++)
                layout.precision = layout.precision * 10 + (*format - '0');
        }
        /* The last letter says it, and how often it is there. */
        char length = 0;
        _Bool twice = 0;
        for (; __model_is_length(*format); format++) {
            twice = length == *format;
            length = *format;
        }
        char conversion = *format;
        if (conversion == '%') {
            __model_put(&text, '%');
        } else if (conversion == 'c') {
            char c = (char)va_arg(ap, int);
            __model_put_text(&text, &layout, &c, 1);
        } else if (conversion == 'n') {
            __model_store_count(va_arg(ap, void *), length, twice, text.count);
        } else if (conversion == 's') {
            const char *from = va_arg(ap, const char *);
            int count = 0;
            while ((layout.precision < 0 || count < layout.precision) && from[count] != 0)
                count++;
            __model_put_text(&text, &layout, from, count);
        } else if (conversion == 'd' || conversion == 'i') {
            long long value;
            _Bool narrow = 0;
            if (length == 'l' && twice)
                value = va_arg(ap, long long);
            else if (length == 'l')
                value = va_arg(ap, long);
            else if (length == 'j')
                value = va_arg(ap, intmax_t);
            else if (length == 'z' || length == 't')
                value = va_arg(ap, ptrdiff_t);
            else {
                int promoted = va_arg(ap, int);
                narrow = 1;
                if (length == 'h')
                    promoted = twice ? (int)(signed char)promoted : (int)(short)promoted;
                value = promoted;
            }
            char sign = value < 0 ? '-' : layout.plus ? '+' : layout.space ? ' ' : 0;
            unsigned long long magnitude = (unsigned long long)value;
            if (value < 0)
                magnitude = ~magnitude + 1;
            __model_put_integer(&text, &layout, 'd', magnitude, narrow, sign);
        } else {
            unsigned long long value;
            _Bool narrow = 0;
            if (length == 'l' && twice)
                value = va_arg(ap, unsigned long long);
            else if (length == 'l')
                value = va_arg(ap, unsigned long);
            else if (length == 'j')
                value = va_arg(ap, uintmax_t);
            else if (length == 'z' || length == 't')
                value = va_arg(ap, size_t);
            else {
                unsigned int promoted = va_arg(ap, unsigned int);
                narrow = 1;
                if (length == 'h')
                    promoted = twice ? (unsigned int)(unsigned char)promoted : (unsigned int)(unsigned short)promoted;
                value = promoted;
            }
            __model_put_integer(&text, &layout, conversion, value, narrow, 0);
        }
    }
    if (n != 0)
        buf[(size_t)text.count < n ? (size_t)text.count : n - 1] = 0;
    return text.count;
}

#endif
