/*
 * errno (C11 7.5): one int for each thread. glibc's macro `errno` calls this function.
 */
#include "because.h"

static _Thread_local int __model_errno;

int *__errno_location(void) {
    return &__model_errno;
}
