/*
 * Formatted input (C11 7.21.6.2): the scanf family over standard input and over strings.
 *
 * One reader serves both. It behaves as glibc's does, also where C leaves room: at most one character is
 * given back, and none inside the words inf and nan, so what breaks off ("0x" before a letter, "1e+" before a
 * space) has used what it has read; an integer looks at the character behind it even when its width is used
 * up; a value out of range is what strtol or strtod would make of it, cut to the size of the target. The
 * result is EOF when the input ends before the first conversion.
 *
 * Conversions: d i u o x X p c s [ ] a e f g (and upper case) n %, with * and widths and the lengths hh h l
 * ll q L j z t. Not supported, and reported when reached: wide characters (lc, ls, l[, C, S), the allocating
 * m, positions such as %1$d, and a floating number of more than 600 characters.
 *
 * Where standard input is open (stdio_choice.c), a conversion is a choice instead of a loop over bytes, unless
 * the format counts characters. Of a file that is no standard stream the outcome and the number are inputs.
 */
#include "scanf_model.h"
#include "stdio_choice.h"

#define LONGEST_FLOAT 600

struct reader {
    FILE *stream;       /* or null: */
    const char *text;
    int count;          /* characters used so far */
    _Bool counted;      /* whether the format asks for that */
};

/* What a conversion came to. */
enum outcome { MATCHED, MISMATCHED, ENDED };

enum length { CHAR, SHORT, INT, LONG, LONG_LONG, INTMAX, SIZE, PTRDIFF };

struct conversion {
    _Bool store;
    int width;          /* characters it may use */
    enum length length;
    void *target;
};

static int get(struct reader *r) {
    int c;
    if (r->stream != NULL) {
        c = __model_getc(r->stream);
    } else if (*r->text == '\0') {
        c = EOF;
    } else {
        c = (unsigned char)*r->text;
        r->text++;
    }
    if (c != EOF)
        r->count++;
    return c;
}

static void unget(struct reader *r, int c) {
    if (c == EOF)
        return;
    r->count--;
    if (r->stream != NULL)
        __model_ungetc(c, r->stream);
    else
        r->text--;
}

static _Bool is_space(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int digit_value(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

static int lower(int c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* Reads white space, if any; the character behind it is read too and returned. */
static int skip_space(struct reader *r) {
    int c = get(r);
    while (is_space(c))
        c = get(r);
    return c;
}

static void store_integer(const struct conversion *conversion, uintmax_t value) {
    if (!conversion->store)
        return;
    switch (conversion->length) {
    case CHAR:
        *(unsigned char *)conversion->target = (unsigned char)value;
        break;
    case SHORT:
        *(unsigned short *)conversion->target = (unsigned short)value;
        break;
    case INT:
        *(unsigned int *)conversion->target = (unsigned int)value;
        break;
    case LONG:
        *(unsigned long *)conversion->target = (unsigned long)value;
        break;
    case LONG_LONG:
        *(unsigned long long *)conversion->target = (unsigned long long)value;
        break;
    case INTMAX:
        *(uintmax_t *)conversion->target = value;
        break;
    case SIZE:
        *(size_t *)conversion->target = (size_t)value;
        break;
    case PTRDIFF:
        *(ptrdiff_t *)conversion->target = (ptrdiff_t)value;
        break;
    }
}

/*
 * Each store is one place for all ways of reading, so that a bad target is the same error on each of them.
 */
static void store_float(const struct conversion *conversion, float value) {
    if (conversion->store)
        *(float *)conversion->target = value;
}

static void store_double(const struct conversion *conversion, double value) {
    if (conversion->store)
        *(double *)conversion->target = value;
}

static void store_long_double(const struct conversion *conversion, long double value) {
    if (conversion->store)
        *(long double *)conversion->target = value;
}

static void store_character(const struct conversion *conversion, int n, int c) {
    if (conversion->store)
        ((char *)conversion->target)[n] = (char)c;
}

/* The limits come from the type that strtol or strtoll has for this length; the rest is cut off. */
static uintmax_t limited(uintmax_t value, _Bool negative, _Bool too_large, _Bool is_signed,
                         enum length length) {
    _Bool wide = length == LONG_LONG || length == INTMAX || sizeof(long) == sizeof(long long);
    uintmax_t max = is_signed ? (wide ? (uintmax_t)LLONG_MAX : (uintmax_t)LONG_MAX)
                              : (wide ? (uintmax_t)ULLONG_MAX : (uintmax_t)ULONG_MAX);
    if (is_signed && negative)
        max++;
    if (too_large || value > max) {
        errno = ERANGE;
        return max;
    }
    return negative && value != 0 ? (uintmax_t)-1 - value + 1 : value;
}

/* Whether what comes next may be chosen; behind white space, for what skips that. */
static _Bool may_choose(struct reader *r) {
    return r->stream != NULL && !r->counted && __model_may_choose(r->stream);
}

static _Bool may_choose_behind_space(struct reader *r) {
    return r->stream != NULL && !r->counted && __model_may_choose_behind_space(r->stream);
}

/* Whether what comes next behind white space is of a file that nobody knows. */
static _Bool of_file(struct reader *r) {
    return r->stream != NULL && !r->counted && __model_is_file_behind_space(r->stream);
}

static enum outcome file_outcome(struct reader *r) {
    int met = __model_file_outcome(r->stream);
    return met == 0 ? MATCHED : met == 2 ? ENDED : MISMATCHED;
}

float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
long double __VERIFIER_nondet_longdouble(void);

static int narrow(const struct conversion *conversion) {
    return conversion->width == INT_MAX ? 0 : conversion->width;
}

/* With a width of w, a number has at most w digits, or w - 1 behind a minus sign. */
static void limit_digits(uintmax_t value, _Bool negative, int base, int width) {
    uintmax_t most = 1;
    uintmax_t radix = base == 0 ? 10 : (uintmax_t)base;
    for (int i = negative; i < width; i++) {
        if (most > (uintmax_t)-1 / radix)
            return;
        most *= radix;
    }
    __because_assume(negative ? (uintmax_t)-1 - value < most - 1 : value < most);
}

#define CHOOSE(type, name)                                                              \
    do {                                                                                \
        type value = __because_choose_##name(target, base, width);                      \
        if (width != 0)                                                                 \
            limit_digits((uintmax_t)value, is_signed && value < 0, base, width);        \
        store_integer(conversion, (uintmax_t)value);                                    \
    } while (0)

#define CHOOSE_EITHER(type, name, unsigned_type, unsigned_name)                         \
    do {                                                                                \
        if (is_signed)                                                                  \
            CHOOSE(type, name);                                                         \
        else                                                                            \
            CHOOSE(unsigned_type, unsigned_name);                                       \
    } while (0)

static enum outcome choose_integer(struct reader *r, const struct conversion *conversion, int base,
                                   _Bool is_signed) {
    void *target = conversion->target;
    int width = narrow(conversion);
    int outcome = __model_choose_number(r->stream, target, base, width);
    if (outcome != 0)
        return outcome == 2 ? ENDED : MISMATCHED;
    switch (conversion->length) {
    case CHAR:
        CHOOSE_EITHER(signed char, schar, unsigned char, uchar);
        break;
    case SHORT:
        CHOOSE_EITHER(short, short, unsigned short, ushort);
        break;
    case INT:
        CHOOSE_EITHER(int, int, unsigned int, uint);
        break;
    case LONG:
    case SIZE:
    case PTRDIFF:
        CHOOSE_EITHER(long, long, unsigned long, ulong);
        break;
    default:
        CHOOSE_EITHER(long long, llong, unsigned long long, ullong);
        break;
    }
    return MATCHED;
}

static enum outcome read_integer(struct reader *r, const struct conversion *conversion, int base,
                                 _Bool is_signed, _Bool is_pointer) {
    if (!is_pointer && may_choose_behind_space(r))
        return choose_integer(r, conversion, base, is_signed);
    if (!is_pointer && narrow(conversion) == 0 && of_file(r)) {
        enum outcome met = file_outcome(r);
        if (met == MATCHED)
            store_integer(conversion, (uintmax_t)__because_input_long("file_number"));
        return met;
    }
    int left = conversion->width;
    int c = skip_space(r);
    if (c == EOF)
        return ENDED;
    _Bool negative = 0;
    _Bool digits = 0;
    if (is_pointer && c == '(') {
        const char *nil = "(nil)";
        for (int i = 1; i < 5; i++) {
            left--;
            c = left > 0 ? get(r) : EOF;
            if (c == EOF || lower(c) != nil[i]) {
                unget(r, c);
                return MISMATCHED;
            }
        }
        if (conversion->store)
            *(void **)conversion->target = NULL;
        return MATCHED;
    }
    if (c == '-' || c == '+') {
        negative = c == '-';
        left--;
        c = get(r);
    }
    if (left > 0 && c == '0') {
        digits = 1;
        left--;
        c = get(r);
        if (left > 0 && lower(c) == 'x' && (base == 0 || base == 16)) {
            base = 16;
            left--;
            c = get(r);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    uintmax_t value = 0;
    _Bool too_large = 0;
    while (left > 0 && digit_value(c) < base) {
        uintmax_t digit = (uintmax_t)digit_value(c);
        digits = 1;
        if (value > ((uintmax_t)-1 - digit) / (uintmax_t)base)
            too_large = 1;
        else if (!too_large)
            value = value * (uintmax_t)base + digit;
        left--;
        c = get(r);
    }
    unget(r, c);
    if (!digits)
        return MISMATCHED;
    value = limited(value, negative, too_large, is_signed, conversion->length);
    if (is_pointer) {
        if (conversion->store)
            *(void **)conversion->target = (void *)(uintptr_t)value;
    } else {
        store_integer(conversion, value);
    }
    return MATCHED;
}

/* The rest of a word such as "nan", of which the first character is c. */
static _Bool read_word(struct reader *r, const char *word, int *left, char *text, int *n, int c) {
    for (int i = 0; word[i] != '\0'; i++) {
        if (i > 0) {
            if (*left == 0)
                return 0;
            c = get(r);
        }
        if (c == EOF || lower(c) != word[i])
            return 0;
        text[*n] = (char)c;
        (*n)++;
        (*left)--;
    }
    return 1;
}

/* The base 1 stands for floating numbers. */
static enum outcome choose_float(struct reader *r, const struct conversion *conversion) {
    void *target = conversion->target;
    int outcome = __model_choose_number(r->stream, target, 1, 0);
    if (outcome != 0)
        return outcome == 2 ? ENDED : MISMATCHED;
    if (conversion->length == LONG_LONG) {
        store_long_double(conversion, __because_choose_ldouble(target, 1, 0));
    } else if (conversion->length == LONG) {
        store_double(conversion, __because_choose_double(target, 1, 0));
    } else {
        store_float(conversion, __because_choose_float(target, 1, 0));
    }
    return MATCHED;
}

static enum outcome read_float(struct reader *r, const struct conversion *conversion) {
    /* Which numbers can be written in a few characters is not for a formula to know. */
    if (narrow(conversion) == 0 && may_choose_behind_space(r))
        return choose_float(r, conversion);
    if (narrow(conversion) == 0 && of_file(r)) {
        enum outcome met = file_outcome(r);
        if (met != MATCHED)
            return met;
        if (conversion->length == LONG_LONG)
            store_long_double(conversion, __VERIFIER_nondet_longdouble());
        else if (conversion->length == LONG)
            store_double(conversion, __VERIFIER_nondet_double());
        else
            store_float(conversion, __VERIFIER_nondet_float());
        return MATCHED;
    }
    char text[LONGEST_FLOAT + 16];
    int n = 0;
    int left = conversion->width;
    int c = skip_space(r);
    if (c == EOF)
        return ENDED;
    int sign = 0;
    if (c == '-' || c == '+') {
        text[n] = (char)c;
        n++;
        sign = 1;
        left--;
        if (left == 0)
            return MISMATCHED;
        c = get(r);
        if (c == EOF)
            return MISMATCHED;
    }
    if (lower(c) == 'n') {
        if (!read_word(r, "nan", &left, text, &n, c))
            return MISMATCHED;
    } else if (lower(c) == 'i') {
        if (!read_word(r, "inf", &left, text, &n, c))
            return MISMATCHED;
        if (left > 0) {
            c = get(r);
            if (lower(c) == 'i') {
                if (!read_word(r, "inity", &left, text, &n, c))
                    return MISMATCHED;
            } else {
                unget(r, c);
            }
        }
    } else {
        _Bool hex = 0;
        _Bool digits = 0;
        _Bool point = 0;
        _Bool exponent = 0;
        int start = sign;
        if (c == '0') {
            text[n] = '0';
            n++;
            left--;
            digits = 1;
            c = left > 0 ? get(r) : EOF;
            if (left > 1 && lower(c) == 'x') {
                text[n] = 'x';
                n++;
                left--;
                hex = 1;
                digits = 0;
                start = n;
                c = get(r);
            }
        }
        while (left > 0 && c != EOF) {
            if (exponent ? c >= '0' && c <= '9' : digit_value(c) < (hex ? 16 : 10)) {
                digits = 1;
            } else if (exponent && (c == '-' || c == '+') && lower(text[n - 1]) == (hex ? 'p' : 'e')) {
                /* The exponent's sign. */
            } else if (digits && !exponent && lower(c) == (hex ? 'p' : 'e')) {
                exponent = 1;
                point = 1;
            } else if (!point && !exponent && c == '.') {
                point = 1;
            } else {
                break;
            }
            if (n == LONGEST_FLOAT) {
                __because_unsupported("scanf of a floating number with more than 600 characters");
                return MISMATCHED;
            }
            text[n] = (char)c;
            n++;
            left--;
            c = left > 0 ? get(r) : EOF;
        }
        if (left > 0)
            unget(r, c);
        if (n == start)
            return MISMATCHED;
    }
    text[n] = '\0';
    char *end;
    if (conversion->length == LONG_LONG) {
        long double value = __because_strtold(text, &end);
        if (end == text)
            return MISMATCHED;
        store_long_double(conversion, value);
    } else if (conversion->length == LONG) {
        double value = __because_strtod(text, &end);
        if (end == text)
            return MISMATCHED;
        store_double(conversion, value);
    } else {
        float value = __because_strtof(text, &end);
        if (end == text)
            return MISMATCHED;
        store_float(conversion, value);
    }
    return MATCHED;
}

static enum outcome read_characters(struct reader *r, const struct conversion *conversion) {
    for (int i = 0; i < conversion->width; i++) {
        int c = get(r);
        if (c == EOF)
            return i == 0 ? ENDED : MATCHED;
        store_character(conversion, i, c);
    }
    return MATCHED;
}

/* The first character is c; one that ends it, a space for all white space, is not used. */
static enum outcome choose_line(struct reader *r, const struct conversion *conversion, int c, int end) {
    int n = 0;
    while (c != EOF) {
        store_character(conversion, n, c);
        n++;
        if (n == conversion->width) {
            __model_choose_cut(r->stream);
            break;
        }
        c = __model_choose_next(r->stream, end);
    }
    store_character(conversion, n, '\0');
    return MATCHED;
}

static enum outcome choose_string(struct reader *r, const struct conversion *conversion) {
    int c = __model_choose_first(r->stream);
    if (c == EOF)
        return ENDED;
    return choose_line(r, conversion, c, ' ');
}

static enum outcome read_string(struct reader *r, const struct conversion *conversion) {
    if (may_choose_behind_space(r))
        return choose_string(r, conversion);
    int c;
    if (of_file(r)) {
        /* However much white space there was. */
        c = get(r);
        __because_assume(!is_space(c));
    } else {
        c = skip_space(r);
    }
    if (c == EOF)
        return ENDED;
    int n = 0;
    while (c != EOF && !is_space(c)) {
        store_character(conversion, n, c);
        n++;
        if (n == conversion->width)
            break;
        c = get(r);
    }
    if (n < conversion->width)
        unget(r, c);
    store_character(conversion, n, '\0');
    return MATCHED;
}

/*
 * Whether c is in the set that starts behind the bracket (and the ^). A hyphen between two characters is a
 * range, as in glibc, if they are in order.
 */
static _Bool in_set(int c, const char *set, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int low = (unsigned char)set[i];
        if (i + 2 < n && set[i + 1] == '-' && (unsigned char)set[i + 2] >= low) {
            if (c >= low && c <= (unsigned char)set[i + 2])
                return 1;
            /* The range's end may start another range. */
            i++;
        } else if (c == low) {
            return 1;
        }
    }
    return 0;
}

static enum outcome read_set(struct reader *r, const struct conversion *conversion, const char *set,
                             size_t size, _Bool inverted) {
    int n = 0;
    int c = get(r);
    if (c == EOF)
        return ENDED;
    /* If only one character can end it, it need not be looked at. */
    if (inverted && size == 1 && c != (unsigned char)set[0] && may_choose(r))
        return choose_line(r, conversion, c, (unsigned char)set[0]);
    while (c != EOF && in_set(c, set, size) != inverted) {
        store_character(conversion, n, c);
        n++;
        if (n == conversion->width)
            break;
        c = get(r);
    }
    if (n < conversion->width)
        unget(r, c);
    if (n == 0)
        return MISMATCHED;
    store_character(conversion, n, '\0');
    return MATCHED;
}

static int scan(struct reader *r, const char *f, va_list ap) {
    int done = 0;
    while (*f != '\0') {
        enum outcome outcome = MATCHED;
        if (is_space((unsigned char)*f)) {
            f++;
            if (may_choose_behind_space(r))
                __model_choose_space(r->stream);
            else if (!of_file(r))
                unget(r, skip_space(r));
            continue;
        }
        if (*f != '%' || f[1] == '%') {
            int wanted = (unsigned char)*f;
            f++;
            int c;
            if (wanted != '%' && may_choose(r)) {
                int met = __model_choose_literal(r->stream, wanted);
                if (met == 0)
                    continue;
                return met == 2 && done == 0 ? EOF : done;
            }
            if (wanted == '%') {
                f++;
                c = skip_space(r);
            } else {
                c = get(r);
            }
            if (c == EOF)
                return done == 0 ? EOF : done;
            if (c != wanted) {
                unget(r, c);
                return done;
            }
            continue;
        }
        f++;
        struct conversion conversion = {1, 0, INT, NULL};
        if (*f == '*') {
            conversion.store = 0;
            f++;
        }
        _Bool has_width = 0;
        while (*f >= '0' && *f <= '9') {
            has_width = 1;
            if (conversion.width < 100000000)
                conversion.width = conversion.width * 10 + (*f - '0');
            f++;
        }
        if (*f == '$' || *f == 'm' || *f == '\'' || *f == 'I') {
            __because_unsupported("scanf format with $, m, ' or I");
            return done;
        }
        switch (*f) {
        case 'h':
            f++;
            conversion.length = SHORT;
            if (*f == 'h') {
                conversion.length = CHAR;
                f++;
            }
            break;
        case 'l':
            f++;
            conversion.length = LONG;
            if (*f == 'l') {
                conversion.length = LONG_LONG;
                f++;
            }
            break;
        case 'q':
        case 'L':
            conversion.length = LONG_LONG;
            f++;
            break;
        case 'j':
            conversion.length = INTMAX;
            f++;
            break;
        case 'z':
            conversion.length = SIZE;
            f++;
            break;
        case 't':
            conversion.length = PTRDIFF;
            f++;
            break;
        default:
            break;
        }
        char kind = *f;
        if (kind == '\0')
            return done;
        f++;
        if (kind == 'C' || kind == 'S'
            || ((kind == 'c' || kind == 's' || kind == '[') && conversion.length == LONG)) {
            __because_unsupported("scanf of wide characters");
            return done;
        }
        if (!has_width || conversion.width == 0)
            conversion.width = kind == 'c' ? 1 : INT_MAX;
        if (conversion.store && kind != '%')
            conversion.target = va_arg(ap, void *);
        switch (kind) {
        case 'd':
            outcome = read_integer(r, &conversion, 10, 1, 0);
            break;
        case 'i':
            outcome = read_integer(r, &conversion, 0, 1, 0);
            break;
        case 'u':
            outcome = read_integer(r, &conversion, 10, 0, 0);
            break;
        case 'o':
            outcome = read_integer(r, &conversion, 8, 0, 0);
            break;
        case 'x':
        case 'X':
            outcome = read_integer(r, &conversion, 16, 0, 0);
            break;
        case 'p':
            conversion.length = LONG;
            outcome = read_integer(r, &conversion, 16, 0, 1);
            break;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            outcome = read_float(r, &conversion);
            break;
        case 'c':
            outcome = read_characters(r, &conversion);
            break;
        case 's':
            outcome = read_string(r, &conversion);
            break;
        case '[': {
            _Bool inverted = *f == '^';
            if (inverted)
                f++;
            const char *set = f;
            /* A ] in the first place is a member. */
            if (*f == ']')
                f++;
            while (*f != '\0' && *f != ']')
                f++;
            size_t size = (size_t)(f - set);
            if (*f == '\0')
                return done;
            f++;
            outcome = read_set(r, &conversion, set, size, inverted);
            break;
        }
        case 'n':
            store_integer(&conversion, (uintmax_t)r->count);
            continue;
        case '%':
            __because_unsupported("scanf format %% with a width, a length or *");
            return done;
        default:
            /* glibc: an unknown conversion is a mismatch. */
            return done;
        }
        if (outcome == ENDED)
            return done == 0 ? EOF : done;
        if (outcome == MISMATCHED)
            return done;
        if (conversion.store)
            done++;
    }
    return done;
}

/* Whether a format has %n. */
static _Bool counts(const char *f) {
    for (; *f != '\0'; f++) {
        if (*f != '%')
            continue;
        f++;
        while ((*f >= '0' && *f <= '9') || *f == '*' || *f == 'h' || *f == 'l' || *f == 'j' || *f == 'z'
               || *f == 't' || *f == 'q' || *f == 'L')
            f++;
        if (*f == 'n')
            return 1;
        if (*f == '\0')
            return 0;
    }
    return 0;
}

int __model_scan_stream(FILE *stream, const char *format, va_list ap) {
    struct reader r = {stream, NULL, 0, 0};
    if (__because_input_is_open())
        r.counted = counts(format);
    return scan(&r, format, ap);
}

int __model_scan_text(const char *text, const char *format, va_list ap) {
    struct reader r = {NULL, text, 0, 0};
    return scan(&r, format, ap);
}

SCANF_FAMILY()
