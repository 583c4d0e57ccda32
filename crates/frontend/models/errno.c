/*
 * errno (C11 7.5): one int per thread; there is one thread. glibc's macro `errno` calls this function.
 */
#include "because.h"

static int __model_errno;

int *__errno_location(void) {
    return &__model_errno;
}
