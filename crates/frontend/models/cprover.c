/*
 * What CBMC's harnesses (and those of SV-COMP) do to whole objects.
 *
 * An object that takes arbitrary contents is overwritten with the bytes of a fresh one, which nobody has
 * initialised: each of them is an input when it is read, in every engine, and pointers in it are lost as they
 * should be. The array functions speak of the whole object that their pointer points into.
 */
#include "because.h"

static char *start_of(const void *p) {
    return (char *)p - __because_pointer_offset(p);
}

static void forget(void *p, size_t n) {
    void *fresh = __because_allocate(n, 1);
    __because_copy(p, fresh, n);
    __because_free(fresh);
}

void __CPROVER_havoc_object(void *p) {
    size_t n = __because_object_size(p);
    char *start = start_of(p);
    __because_check(__because_writable(start, n), "the object that takes any value can be written");
    forget(start, n);
}

void __CPROVER_havoc_slice(void *p, size_t n) {
    if (n == 0)
        return;
    __because_check(__because_writable(p, n), "the bytes that take any value can be written");
    forget(p, n);
}

void __VERIFIER_nondet_memory(void *p, size_t n) {
    __CPROVER_havoc_slice(p, n);
}

void *__CPROVER_allocate(size_t n, _Bool zero) {
    if (zero)
        return __because_allocate_zeroed(n, 2 * sizeof(void *));
    return __because_allocate(n, 2 * sizeof(void *));
}

void __CPROVER_deallocate(void *p) {
    __because_free(p);
}

_Bool __CPROVER_LIVE_OBJECT(const void *p) {
    return p != NULL && __because_readable(start_of(p), __because_object_size(p));
}

_Bool __CPROVER_WRITEABLE_OBJECT(const void *p) {
    return p != NULL && __because_writable(start_of(p), __because_object_size(p));
}

/* Whether the pointer comes from nowhere: null and the address of an object that has ended do not. */
_Bool __CPROVER_is_invalid_pointer(const void *p) {
    return p != NULL && __because_pointer_object(p) == 0;
}

_Bool __CPROVER_IS_INVALID_POINTER(const void *p) {
    return __CPROVER_is_invalid_pointer(p);
}

_Bool __CPROVER_pointer_in_range(const void *low, const void *p, const void *high) {
    return __because_same_object(low, p) && __because_same_object(low, high)
           && __because_pointer_offset(low) <= __because_pointer_offset(p)
           && __because_pointer_offset(p) <= __because_pointer_offset(high);
}

void __CPROVER_array_copy(const void *to, const void *from) {
    size_t n = __because_object_size(to);
    size_t most = __because_object_size(from);
    __because_check(__because_writable(start_of(to), n), "the array that is copied to can be written");
    __because_check(__because_readable(start_of(from), most), "the array that is copied can be read");
    __because_check(n == most, "both arrays have the same size");
    __because_copy(start_of(to), start_of(from), n);
}

void __CPROVER_array_replace(const void *to, const void *from) {
    size_t room = __because_object_size(to);
    size_t n = __because_object_size(from);
    if (n > room)
        n = room;
    __because_check(__because_writable(start_of(to), n), "the array that is replaced can be written");
    __because_check(__because_readable(start_of(from), n), "the array that replaces can be read");
    __because_copy(start_of(to), start_of(from), n);
}

_Bool __CPROVER_array_equal(const void *left, const void *right) {
    size_t n = __because_object_size(left);
    if (n != __because_object_size(right))
        return 0;
    const unsigned char *a = (unsigned char *)start_of(left);
    const unsigned char *b = (unsigned char *)start_of(right);
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return 0;
    return 1;
}

/* Each element becomes a copy of the value of this size. */
void __because_array_set(void *array, const void *value, size_t size) {
    size_t n = __because_object_size(array) / size;
    char *start = start_of(array);
    __because_check(__because_writable(start, n * size), "the array that is set can be written");
    if (size == 1)
        __because_set(start, *(const unsigned char *)value, n);
    else
        for (size_t i = 0; i < n; i++)
            __because_copy(start + i * size, value, size);
}
