/*
 * The environment (C11 7.22.4.6). Where one run is executed it is empty: a run must not depend on the machine it
 * happens on. Where every run is considered, a variable may be set or not, to any text that Linux allows; it stays what
 * it is, unless the program sets it. `environ` does not follow.
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

/* Where a variable is remembered, or -1. */
static int position(const char *name) {
    for (int i = 0; i < known; i++)
        if (same(asked[i], name))
            return i;
    return -1;
}

static size_t length_of(const char *name) {
    size_t length = 0;
    while (name[length] != '\0')
        length++;
    return length;
}

/* Where a variable will be remembered from now on, or -1. */
static int remember(const char *name, size_t length) {
    if (length >= LONGEST_NAME) {
        __because_unsupported("a variable of the environment with a name of more than 63 characters");
        return -1;
    }
    if (known == VARIABLES) {
        __because_unsupported("more than 4 variables of the environment");
        return -1;
    }
    for (size_t i = 0; i < length; i++)
        asked[known][i] = name[i];
    asked[known][length] = '\0';
    return known++;
}

char *getenv(const char *name) {
    /* The name must be a string. */
    size_t length = length_of(name);
    int at = position(name);
    if (at >= 0)
        return found[at];
    if (!__because_random_input())
        return NULL;
    at = remember(name, length);
    if (at < 0)
        return NULL;
    found[at] = fresh(at);
    return found[at];
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

/* A variable, which was asked for or not, gets a value. */
static int assign(const char *name, size_t length, char *value) {
    char copy[LONGEST_NAME];
    if (length >= LONGEST_NAME) {
        __because_unsupported("a variable of the environment with a name of more than 63 characters");
        return -1;
    }
    for (size_t i = 0; i < length; i++)
        copy[i] = name[i];
    copy[length] = '\0';
    int at = position(copy);
    if (at < 0)
        at = remember(copy, length);
    if (at < 0)
        return -1;
    found[at] = value;
    return 0;
}

static _Bool is_name(const char *name, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (name[i] == '=')
            length = 0;
    if (length == 0)
        errno = EINVAL;
    return length != 0;
}

int setenv(const char *name, const char *value, int overwrite) {
    size_t length = length_of(name);
    if (!is_name(name, length))
        return -1;
    if (!overwrite && getenv(name) != NULL)
        return 0;
    size_t size = length_of(value) + 1;
    char *copy = __because_allocate(size, 1);
    __because_copy(copy, value, size);
    return assign(name, length, copy);
}

int unsetenv(const char *name) {
    size_t length = length_of(name);
    return is_name(name, length) ? assign(name, length, NULL) : -1;
}

/* The text itself becomes the variable. */
int putenv(char *text) {
    size_t length = 0;
    while (text[length] != '\0' && text[length] != '=')
        length++;
    return assign(text, length, text[length] == '=' ? text + length + 1 : NULL);
}
