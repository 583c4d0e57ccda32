/*
 * The environment (C11 7.22.4.6) is empty: a run must not depend on the machine it happens on. A program
 * that sets a variable itself would expect to read it back, so that is not supported.
 */
#include "because.h"

static char *nothing[1];
char **environ = nothing;
char **__environ = nothing;

char *getenv(const char *name) {
    /* The name must be a string. */
    for (size_t i = 0; name[i] != '\0'; i++) {
    }
    return NULL;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

int setenv(const char *name, const char *value, int overwrite) {
    (void)name;
    (void)value;
    (void)overwrite;
    __because_unsupported("setenv");
    return -1;
}

int unsetenv(const char *name) {
    (void)name;
    return 0;
}

int putenv(char *text) {
    (void)text;
    __because_unsupported("putenv");
    return -1;
}
