/*
 * What the outside answers. Memory that it fills holds anything; whether a request succeeds is an input, and why it does
 * not is one, too: any number but EINTR, because no signal comes from outside (docs/check.md).
 */
#ifndef UNKNOWN_MODEL_H
#define UNKNOWN_MODEL_H

#include "because.h"

/* The n bytes at p become anything. */
static inline void __model_unknown(void *p, size_t n) {
    __because_check(__because_writable(p, n), "what the function fills can be written");
    void *fresh = __because_allocate(n, 1);
    __because_copy(p, fresh, n);
    __because_free(fresh);
}

static inline _Bool __model_refused(void) {
    int why = __because_input_int("errno");
    errno = why > 0 && why < 134 && why != EINTR ? why : EACCES;
    return 1;
}

/* Whether a request is refused, which an input of that name says. */
#define REFUSED(what) (__because_input_int(what) < 0 && __model_refused())

/* Reads a name, which must be text that ends. */
static inline void __model_read_name(const char *name) {
    for (size_t i = 0; name[i] != '\0'; i++) {
    }
}

#endif
