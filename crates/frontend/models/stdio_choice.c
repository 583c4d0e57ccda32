/*
 * Standard input that is chosen as it is read.
 *
 * A symbolic engine considers every text. Taken byte by byte that never ends: before each number may stand any
 * amount of white space, and the number may have any amount of digits. But a program cannot see these bytes.
 * What it sees of "%d" is whether there was a number, which one, and what can come next: no digit. So here a
 * conversion is one choice and the value, and a stream remembers what is known of the next character until
 * somebody looks at it. Nothing is lost and nothing is added: each sequence of choices has a text that leads
 * the byte-wise readers to the same results (the engine writes it down, and a concrete run confirms it), and
 * each text makes some sequence of choices. Where something shows the difference (%n, a digit that was pushed
 * back), the byte-wise readers are used.
 *
 * The engine never lets anything but the end follow the end.
 *
 * That "-" or, for floating numbers, "nx" is used up before a conversion fails makes it simple: after a failed
 * conversion of an integer comes no digit, as after a successful one, and after one of a float anything.
 */
#include "stdio_choice.h"

static _Bool is_space(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static _Bool is_decimal(int c) {
    return c >= '0' && c <= '9';
}

/* Whether this character, or EOF, may come next. */
static _Bool may_follow(const struct __model_file *f, int c) {
    if (c == EOF)
        return !f->more;
    if (c == f->not_this)
        return 0;
    switch (f->next) {
    case NEXT_NO_OCTAL:
        return !(c >= '0' && c <= '7');
    case NEXT_NO_DECIMAL:
        return !is_decimal(c);
    case NEXT_NO_HEX:
        return !is_decimal(c) && !(c >= 'a' && c <= 'f') && !(c >= 'A' && c <= 'F');
    case NEXT_NO_DIGIT:
        return !(c >= '0' && c <= '7');
    case NEXT_SPACE:
        return is_space(c);
    case NEXT_NO_SPACE:
        return !is_space(c);
    case NEXT_ONLY:
        return c == f->only;
    default:
        return 1;
    }
}

/* The next character is known to be like this. */
static void then(struct __model_file *f, enum __model_next next) {
    f->next = next;
    f->not_this = EOF;
    f->more = 0;
}

int __model_choose_character(struct __model_file *f) {
    int c = f->next == NEXT_NO_SPACE ? __because_choose_first() : __because_getchar();
    if (f->next != NEXT_ANY || f->not_this != EOF || f->more)
        __because_assume(may_follow(f, c));
    then(f, NEXT_ANY);
    f->at_end = c == EOF;
    return c;
}

/*
 * A reader that stops behind a number, a word or a literal has looked at the next character and so knows the
 * end; one that has just read a character does not.
 */
void __model_look_ahead(struct __model_file *f) {
    if (f->pushed > 0 || f->at_end || f->more || (f->next == NEXT_ANY && f->not_this == EOF))
        return;
    f->at_end = __because_choose_end() == 2;
    f->more = !f->at_end;
}

/* What has been looked at is read by now: it waits on the stream, and another reader starts behind it. */
void __model_settle(FILE *stream) {
    struct __model_file *f = __model_input(stream);
    if (f == NULL || f->pushed > 0 || f->at_end || (f->next == NEXT_ANY && f->not_this == EOF && !f->more))
        return;
    int c = __model_choose_character(f);
    if (c != EOF) {
        f->pushback[0] = (unsigned char)c;
        f->pushed = 1;
    }
}

_Bool __model_may_choose(FILE *stream) {
    if (!__because_input_is_open())
        return 0;
    struct __model_file *f = __model_input(stream);
    return f != NULL && f->pushed == 0;
}

_Bool __model_may_choose_behind_space(FILE *stream) {
    if (!__because_input_is_open())
        return 0;
    struct __model_file *f = __model_input(stream);
    if (f == NULL)
        return 0;
    while (f->pushed > 0 && is_space(f->pushback[f->pushed - 1]))
        f->pushed--;
    return f->pushed == 0 && (f->next != NEXT_ONLY || is_space(f->only));
}

int __model_choose_number(FILE *stream, const void *target, int base, int width) {
    struct __model_file *f = __model_input(stream);
    int outcome = __because_choose_outcome(target, base, width);
    /* A character that is no white space is not the end, nor is the end behind it. */
    if (f->next == NEXT_NO_SPACE && f->more)
        __because_assume(outcome != 2);
    f->at_end = outcome == 2;
    /* The same whatever the outcome, where it can be: what does not differ costs nothing. */
    if (width != 0 && (outcome == 0 || width == 1))
        /* The next digit may be one that the width left. */
        then(f, NEXT_SEEN);
    else if (base == 0)
        then(f, NEXT_NO_DIGIT);
    else if (base == 8)
        then(f, NEXT_NO_OCTAL);
    else if (base == 16)
        then(f, NEXT_NO_HEX);
    else if (base == 10 || outcome == 0)
        then(f, NEXT_NO_DECIMAL);
    else
        then(f, NEXT_SEEN);
    return outcome;
}

int __model_choose_literal(FILE *stream, int wanted) {
    struct __model_file *f = __model_input(stream);
    int outcome = __because_choose_literal(wanted);
    __because_assume(outcome != 0 || may_follow(f, wanted));
    __because_assume(outcome != 1 || f->next != NEXT_ONLY || f->only != wanted);
    __because_assume(outcome != 2 || !f->more);
    f->at_end = outcome == 2;
    if (outcome != 1)
        then(f, NEXT_ANY);
    else {
        /* Of two characters that do not come next one is forgotten; it is then chosen now. */
        if (f->not_this != EOF && f->not_this != wanted) {
            int c = __model_choose_character(f);
            __because_assume(c != wanted && c != EOF);
            f->pushback[f->pushed] = (unsigned char)c;
            f->pushed++;
        } else {
            f->not_this = wanted;
            f->more = 1;
        }
    }
    return outcome;
}

void __model_choose_space(FILE *stream) {
    struct __model_file *f = __model_input(stream);
    if (f->next != NEXT_NO_SPACE)
        then(f, NEXT_NO_SPACE);
}

int __model_choose_first(FILE *stream) {
    __model_choose_space(stream);
    return __model_choose_character(__model_input(stream));
}

int __model_choose_next(FILE *stream, int end) {
    struct __model_file *f = __model_input(stream);
    int c = __because_choose_next(end);
    if (c == EOF) {
        then(f, end == ' ' ? NEXT_SPACE : NEXT_ONLY);
        f->only = end;
    } else {
        __because_assume(end == ' ' ? !is_space(c) : c != end);
    }
    return c;
}

void __model_choose_cut(FILE *stream) {
    then(__model_input(stream), NEXT_ANY);
}
