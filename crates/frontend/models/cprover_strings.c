/*
 * What harnesses ask about text under CBMC's --string-abstraction. Here the bytes themselves are looked at.
 */
#include "because.h"

size_t __CPROVER_buffer_size(const void *p) {
    return __because_object_size(p) - (size_t)__because_pointer_offset(p);
}

_Bool __CPROVER_is_zero_string(const void *p) {
    const char *text = p;
    size_t room = __CPROVER_buffer_size(p);
    for (size_t i = 0; i < room; i++)
        if (text[i] == '\0')
            return 1;
    return 0;
}

size_t __CPROVER_zero_string_length(const void *p) {
    const char *text = p;
    size_t room = __CPROVER_buffer_size(p);
    size_t length = 0;
    while (length < room && text[length] != '\0')
        length++;
    return length;
}
