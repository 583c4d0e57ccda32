/*
 * The state of a stream (C11 7.21.10), closing it (7.21.5.1), and the parts of stdio that are about locks.
 */
#include "stdio_model.h"

int feof(FILE *stream) {
    return __model_eof(stream);
}

int feof_unlocked(FILE *stream) {
    return __model_eof(stream);
}

int ferror(FILE *stream) {
    return __model_error(stream);
}

int ferror_unlocked(FILE *stream) {
    return __model_error(stream);
}

void clearerr(FILE *stream) {
    __model_clear(stream);
}

int fileno(FILE *stream) {
    return __model_file_number(stream);
}

int fclose(FILE *stream) {
    _Bool file = __model_is_file(stream);
    __model_close(stream);
    /* Where every run is considered, what was written last may not have arrived. */
    return file && __because_random_input() && __because_input_int("fclose") != 0 ? EOF : 0;
}

void flockfile(FILE *stream) {
    __model_file_number(stream);
}

void funlockfile(FILE *stream) {
    __model_file_number(stream);
}

int fwide(FILE *stream, int mode) {
    (void)mode;
    __model_file_number(stream);
    return -1;
}
