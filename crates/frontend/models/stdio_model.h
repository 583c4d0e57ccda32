/*
 * What stdio_streams.c offers to the other stdio models.
 */
#ifndef STDIO_MODEL_H
#define STDIO_MODEL_H

#include "because.h"

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

int __model_file_number(FILE *stream);
int __model_output(FILE *stream);
int __model_getc(FILE *stream);
int __model_ungetc(int c, FILE *stream);
int __model_eof(FILE *stream);
int __model_error(FILE *stream);
void __model_clear(FILE *stream);
void __model_close(FILE *stream);

/* The number of every file that is no standard stream: what is written there is not seen. */
#define OTHER_FILE 3
/* The number of those whose bytes are given. */
#define GIVEN_FILE 4
/* A file that the caller of the tool names. */
struct __model_given {
    /* Where its name and its bytes begin among those of all files: numbers, since pointers would be set in every run. */
    size_t name;
    size_t data;
    size_t size;
    /* Whether there is no file of that name. */
    _Bool missing;
    /* Whether this run opened it for writing. */
    _Bool written;
};
/* The bytes of a given file. */
const unsigned char *__model_given_bytes(const struct __model_given *given);
/* The given file of that name, or null. */
struct __model_given *__model_find_given(const char *name);
/* A fresh stream. */
FILE *__model_open(void);
/* A fresh stream that nothing can be read from. */
FILE *__model_open_to_write(void);
/* A fresh stream of these bytes; or the stream that is open becomes one. */
FILE *__model_open_given(const struct __model_given *given, FILE *instead_of);
_Bool __model_is_given(FILE *stream);
/* Goes to another place of a given file; 0 if there is such a place. */
int __model_seek(FILE *stream, long offset, int origin);
long __model_tell(FILE *stream);
_Bool __model_is_file(FILE *stream);
/* The same, and nothing but white space was pushed back to it, which is skipped. */
_Bool __model_is_file_behind_space(FILE *stream);
/* What a conversion of a number meets in such a file: 0 a number, 1 something else, 2 the end. */
int __model_file_outcome(FILE *stream);
void __model_moved(FILE *stream);
/* Before somebody reads past the stream: only where input is open. */
void __model_settle(FILE *stream);

#endif
