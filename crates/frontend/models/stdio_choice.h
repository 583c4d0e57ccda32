/*
 * Standard input that is chosen as it is read: what stdio_choice.c shares with the readers.
 */
#ifndef STDIO_CHOICE_H
#define STDIO_CHOICE_H

#include "stdio_model.h"

#define PUSHBACK 16

/* What is known of the character that comes next, beyond what was pushed back. */
enum __model_next {
    NEXT_ANY,
    /* Anything, but it has been looked at. */
    NEXT_SEEN,
    /* No digit of the base; the end is possible. */
    NEXT_NO_OCTAL,
    NEXT_NO_DECIMAL,
    NEXT_NO_HEX,
    /* As NEXT_NO_DECIMAL, but 8 and 9 may follow an octal number. */
    NEXT_NO_DIGIT,
    /* White space or the end. */
    NEXT_SPACE,
    /* No white space. */
    NEXT_NO_SPACE,
    /* The character `only` or the end. */
    NEXT_ONLY,
};

struct __model_file {
    int number;
    _Bool at_end;
    _Bool error;
    _Bool closed;
    /* Nothing can be read from it. */
    _Bool write_only;
    /* A given file: all its bytes, and where reading goes on. */
    const unsigned char *data;
    size_t size;
    size_t at;
    /* The rest is for input that is chosen as it is read. */
    enum __model_next next;
    int only;
    /* A character that does not come next, or EOF. */
    int not_this;
    /* Whether some character comes next. */
    _Bool more;
    int pushed;
    unsigned char pushback[PUSHBACK];
    /* As large as the host's: sizeof(FILE) bytes can be copied. */
    unsigned char unused[sizeof(void *) == 8 ? 144 : 88];
};
_Static_assert(sizeof(struct __model_file) == (sizeof(void *) == 8 ? 216 : 148), "as large as the host's FILE");

/* The stream if it is standard input, else null. */
struct __model_file *__model_input(FILE *stream);
int __model_choose_character(struct __model_file *f);
void __model_look_ahead(struct __model_file *f);

/* Whether what comes next is open; the second skips white space that was pushed back. */
_Bool __model_may_choose(FILE *stream);
_Bool __model_may_choose_behind_space(FILE *stream);
/* 0: a number is there, 1: something else, 2: nothing. What follows is then known. */
int __model_choose_number(FILE *stream, const void *target, int base, int width);
int __model_choose_literal(FILE *stream, int wanted);
void __model_choose_space(FILE *stream);
/* The first character of a word, or EOF. */
int __model_choose_first(FILE *stream);
/* One more character before the one that ends it (a space for all white space), or EOF if there is none. */
int __model_choose_next(FILE *stream, int end);
/* A word ended because its width was used up. */
void __model_choose_cut(FILE *stream);

#endif
