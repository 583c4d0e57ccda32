/*
 * Files (C11 7.21.4, 7.21.5, 7.21.9). A file that is given (given_files.c) has its bytes, or is known not to be there.
 * Of other files nothing is known. Where every run is considered, such a file may be there or not, each byte read from
 * it is an input, and what is written to it is gone: reading it back gives inputs again. Where one run is executed,
 * writing to a file does nothing, and reading one that is not given, or one that the run has written, is reported as
 * not supported, where it is opened; nothing here pretends to fail.
 */
#include "stdio_model.h"

/* What becomes of a request: an input of that name says. Where files are not modelled, nothing follows. */
#define ANSWER(what) (__because_random_input() ? __because_input_int(what) : (__because_unsupported(what), 0))

static FILE *opened(int answer) {
    return answer == 0 ? NULL : __model_open();
}

#define ENOENT 2

static _Bool updates(const char *mode) {
    return mode[0] != '\0' && (mode[1] == '+' || (mode[1] != '\0' && mode[2] == '+'));
}

/* Whether what happens does not depend on anything outside. */
static _Bool known(const char *name, const char *mode) {
    if (updates(mode))
        return 0;
    if (mode[0] == 'r') {
        const struct __model_given *given = __model_find_given(name);
        return given != NULL && !given->written;
    }
    return !__because_random_input() && (mode[0] == 'w' || mode[0] == 'a');
}

static FILE *open_known(const char *name, const char *mode, FILE *instead_of) {
    struct __model_given *given = __model_find_given(name);
    if (mode[0] != 'r') {
        if (given != NULL)
            given->written = 1;
        return __model_open_to_write();
    }
    if (given->missing) {
        errno = ENOENT;
        return NULL;
    }
    return __model_open_given(given, instead_of);
}

/* Says why it is not known what is in a file. */
static void refuse(const char *name) {
    const struct __model_given *given = __model_find_given(name);
    if (given == NULL)
        __because_unsupported("fopen of a file that --file does not give");
    else if (given->written)
        __because_unsupported("reading a file that the run has written");
    else
        __because_unsupported("fopen of a file to read and write");
}

static void read_text(const char *text) {
    for (size_t i = 0; text[i] != '\0'; i++) {
    }
}

FILE *fopen(const char *restrict name, const char *restrict mode) {
    read_text(name);
    read_text(mode);
    if (known(name, mode))
        return open_known(name, mode, NULL);
    if (__because_random_input())
        return opened(__because_input_int("fopen"));
    refuse(name);
    return NULL;
}

FILE *fopen64(const char *restrict name, const char *restrict mode) {
    return fopen(name, mode);
}

FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict stream) {
    if (name != NULL && mode[0] == 'r' && known(name, mode))
        return open_known(name, mode, stream);
    __because_unsupported("freopen");
    return NULL;
}

/* A standard stream has one position, whoever reads it; a descriptor of another file is opened as the file is. */
FILE *fdopen(int descriptor, const char *mode) {
    read_text(mode);
    if (descriptor == 0 && mode[0] == 'r')
        return stdin;
    if ((descriptor == 1 || descriptor == 2) && mode[0] != 'r')
        return descriptor == 1 ? stdout : stderr;
    if (!__because_random_input() || (descriptor >= 0 && descriptor <= 2)) {
        __because_unsupported("fdopen of this descriptor");
        return NULL;
    }
    return opened(__because_input_int("fdopen"));
}

FILE *tmpfile(void) {
    return opened(ANSWER("tmpfile"));
}

char *tmpnam(char *name) {
    (void)name;
    __because_unsupported("tmpnam");
    return NULL;
}

FILE *popen(const char *command, const char *mode) {
    read_text(command);
    read_text(mode);
    return opened(ANSWER("popen"));
}

int pclose(FILE *stream) {
    __model_close(stream);
    return __because_input_int("pclose");
}

FILE *fmemopen(void *buf, size_t n, const char *mode) {
    (void)buf;
    (void)n;
    (void)mode;
    __because_unsupported("fmemopen");
    return NULL;
}

FILE *open_memstream(char **buf, size_t *n) {
    (void)buf;
    (void)n;
    __because_unsupported("open_memstream");
    return NULL;
}

int fseek(FILE *stream, long offset, int origin) {
    if (__model_is_given(stream))
        return __model_seek(stream, offset, origin);
    if (!__model_is_file(stream)) {
        __because_unsupported("fseek of a standard stream");
        return -1;
    }
    if (ANSWER("fseek") != 0)
        return -1;
    __model_moved(stream);
    return 0;
}

int fseeko(FILE *stream, long offset, int origin) {
    if (__model_is_given(stream))
        return __model_seek(stream, offset, origin);
    if (!__model_is_file(stream)) {
        __because_unsupported("fseeko of a standard stream");
        return -1;
    }
    if (ANSWER("fseeko") != 0)
        return -1;
    __model_moved(stream);
    return 0;
}

long ftell(FILE *stream) {
    if (__model_is_given(stream))
        return __model_tell(stream);
    if (!__model_is_file(stream)) {
        __because_unsupported("ftell of a standard stream");
        return -1;
    }
    if (!__because_random_input()) {
        __because_unsupported("ftell of a file that is written");
        return -1;
    }
    long any = __because_input_long("ftell");
    __because_assume(any >= -1);
    return any;
}

long ftello(FILE *stream) {
    if (__model_is_given(stream))
        return __model_tell(stream);
    if (!__model_is_file(stream)) {
        __because_unsupported("ftello of a standard stream");
        return -1;
    }
    if (!__because_random_input()) {
        __because_unsupported("ftello of a file that is written");
        return -1;
    }
    long any = __because_input_long("ftello");
    __because_assume(any >= -1);
    return any;
}

void rewind(FILE *stream) {
    if (__model_is_given(stream)) {
        __model_clear(stream);
        __model_seek(stream, 0, 0);
        return;
    }
    if (!__model_is_file(stream)) {
        __because_unsupported("rewind of a standard stream");
        return;
    }
    __model_clear(stream);
    __model_moved(stream);
}

int remove(const char *name) {
    read_text(name);
    return ANSWER("remove") == 0 ? 0 : -1;
}

int rename(const char *old, const char *fresh) {
    read_text(old);
    read_text(fresh);
    return ANSWER("rename") == 0 ? 0 : -1;
}
