/*
 * The environment (C11 7.22.4.6). Where one run is executed it is empty: a run must not depend on the machine it
 * happens on. Where every run is considered, a variable may be set or not, to any text that Linux allows; it stays what
 * it is. A program that sets a variable itself would expect to read it back, so that is not supported.
 */
#include "because.h"

static char *nothing[1];
char **environ = nothing;
char **__environ = nothing;

#define LONGEST 131072
#define VARIABLES 4

/* Defined nowhere: what they hold are inputs. */
extern char __environment_1[LONGEST];
extern char __environment_2[LONGEST];
extern char __environment_3[LONGEST];
extern char __environment_4[LONGEST];

#define LONGEST_NAME 64

static char asked[VARIABLES][LONGEST_NAME];
static char *found[VARIABLES];
static int known;

static _Bool same(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] != '\0' && a[i] == b[i])
        i++;
    return a[i] == b[i];
}

static char *fresh(int number) {
    if (__because_input_int("getenv") == 0)
        return NULL;
    char *text = number == 0   ? __environment_1
                 : number == 1 ? __environment_2
                 : number == 2 ? __environment_3
                               : __environment_4;
    text[LONGEST - 1] = '\0';
    return text;
}

char *getenv(const char *name) {
    /* The name must be a string. */
    size_t length = 0;
    while (name[length] != '\0')
        length++;
    if (!__because_random_input())
        return NULL;
    if (length >= LONGEST_NAME) {
        __because_unsupported("getenv of a name of more than 63 characters");
        return NULL;
    }
    for (int i = 0; i < known; i++)
        if (same(asked[i], name))
            return found[i];
    if (known == VARIABLES) {
        __because_unsupported("getenv of more than 4 variables");
        return NULL;
    }
    char *text = fresh(known);
    for (size_t i = 0; i <= length; i++)
        asked[known][i] = name[i];
    found[known] = text;
    known++;
    return text;
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
