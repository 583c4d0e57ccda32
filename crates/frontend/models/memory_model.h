/* Copying between objects that do not overlap: memcpy, and mempcpy that returns the end. */
#ifndef MEMORY_MODEL_H
#define MEMORY_MODEL_H

#include "because.h"

#define COPY_APART(name, end)                                                                           \
    void *name(void *restrict dst, const void *restrict src, size_t n) {                                \
        if (n == 0)                                                                                     \
            return dst;                                                                                 \
        __because_check(__because_readable(src, n), #name " source is readable for its whole size");    \
        __because_check(__because_writable(dst, n), #name " destination is writable for its whole size");\
        __because_check(__model_apart(dst, src, n), #name " source and destination do not overlap");    \
        __because_copy(dst, src, n);                                                                    \
        return end;                                                                                     \
    }

#endif
