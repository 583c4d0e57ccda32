/*
 * What assert becomes in files that were preprocessed elsewhere (glibc, musl, BSD and macOS names). The
 * tool's own assert.h never gets here.
 */
#include "because.h"

void __CPROVER_assert(_Bool cond, const char *text);

_Noreturn void __assert_fail(const char *text, const char *file, unsigned int line, const char *function) {
    (void)file;
    (void)line;
    (void)function;
    __CPROVER_assert(0, text);
    __because_abort();
}

_Noreturn void __assert_perror_fail(int number, const char *file, unsigned int line, const char *function) {
    (void)number;
    (void)file;
    (void)line;
    (void)function;
    __CPROVER_assert(0, "assert_perror argument is 0");
    __because_abort();
}

_Noreturn void __assert(const char *text, const char *file, int line) {
    (void)file;
    (void)line;
    __CPROVER_assert(0, text);
    __because_abort();
}

_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *text) {
    (void)function;
    (void)file;
    (void)line;
    __CPROVER_assert(0, text);
    __because_abort();
}

_Noreturn void __assert_func(const char *file, int line, const char *function, const char *text) {
    (void)function;
    (void)file;
    (void)line;
    __CPROVER_assert(0, text);
    __because_abort();
}
