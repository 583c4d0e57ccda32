/*
 * The malloc family (C11 7.22.3) with POSIX's and GNU's additions.
 *
 * Storage never runs out, unless --malloc-may-fail makes each call's success an input. Two things fail
 * always, as they do with glibc: a size beyond PTRDIFF_MAX (unless --no-malloc-may-fail says that no call fails), and a
 * product that does not fit in size_t. Whatever else is asked for is granted, however much it is; an execution that
 * needs more than the machine has is stopped, and says nothing about the program. A request for no bytes gives an object of no bytes, different from every other. realloc always moves: a
 * program that keeps using the old pointer is wrong even on the days it gets away with it. realloc(p, 0)
 * frees and returns null, as glibc does.
 */
#include "because.h"

#define ALIGNMENT (2 * sizeof(void *))

/* Written out where it is needed: a call of its own would be one more step of every run that allocates. */
#define TOO_LARGE(size) (!__because_malloc_never_fails() && (size) > PTRDIFF_MAX)
#define FAILS(size) (TOO_LARGE(size) || __because_malloc_may_fail())

static void *allocate(size_t size, size_t align) {
    if (FAILS(size)) {
        errno = ENOMEM;
        return NULL;
    }
    return __because_allocate(size, align);
}

static void *reallocate(void *p, size_t size) {
    if (p == NULL)
        return allocate(size, ALIGNMENT);
    __because_check_free(__because_freeable(p),
                         "realloc argument is null or points to the start of a heap object");
    if (size == 0) {
        __because_free(p);
        return NULL;
    }
    void *fresh = allocate(size, ALIGNMENT);
    if (fresh == NULL)
        return NULL;
    size_t old = __because_object_size(p);
    __because_copy(fresh, p, old < size ? old : size);
    __because_free(p);
    return fresh;
}

static _Bool too_many(size_t count, size_t size) {
    return size != 0 && count > SIZE_MAX / size;
}

void *malloc(size_t size) {
    return allocate(size, ALIGNMENT);
}

void *calloc(size_t count, size_t size) {
    if (too_many(count, size)) {
        errno = ENOMEM;
        return NULL;
    }
    if (FAILS(count * size)) {
        errno = ENOMEM;
        return NULL;
    }
    return __because_allocate_zeroed(count * size, ALIGNMENT);
}

void *realloc(void *p, size_t size) {
    return reallocate(p, size);
}

void *reallocarray(void *p, size_t count, size_t size) {
    if (too_many(count, size)) {
        errno = ENOMEM;
        return NULL;
    }
    return reallocate(p, count * size);
}

void free(void *p) {
    if (p == NULL)
        return;
    __because_check_free(__because_freeable(p),
                         "free argument is null or points to the start of a heap object");
    __because_free(p);
}

void cfree(void *p) {
    free(p);
}

static _Bool power_of_two(size_t n) {
    return n != 0 && (n & (n - 1)) == 0;
}

void *aligned_alloc(size_t align, size_t size) {
    if (!power_of_two(align)) {
        errno = EINVAL;
        return NULL;
    }
    return allocate(size, align > ALIGNMENT ? align : ALIGNMENT);
}

void *memalign(size_t align, size_t size) {
    return aligned_alloc(align, size);
}

/* Its result is the error; errno is left alone. */
int posix_memalign(void **result, size_t align, size_t size) {
    if (!power_of_two(align) || align % sizeof(void *) != 0)
        return EINVAL;
    if (FAILS(size))
        return ENOMEM;
    *result = __because_allocate(size, align > ALIGNMENT ? align : ALIGNMENT);
    return 0;
}

void *valloc(size_t size) {
    return allocate(size, 4096);
}

/* glibc may answer more than was asked for; using more than was asked for is still wrong. */
size_t malloc_usable_size(void *p) {
    return p == NULL ? 0 : __because_object_size(p);
}
