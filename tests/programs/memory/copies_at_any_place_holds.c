// because: check
// expect: holds
// A number of bytes that is not known, from an unknown place to an unknown place.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    size_t length, capacity;
    unsigned char *bytes;
};

size_t nondet_size(void);

static _Bool add(struct buffer *to, const unsigned char *from, size_t n) {
    if (n >= to->capacity - to->length) {
        size_t capacity = (to->length + n + 1) * 2;
        unsigned char *bytes = realloc(to->bytes, capacity);
        if (bytes == NULL)
            return 0;
        to->bytes = bytes;
        to->capacity = capacity;
    }
    memcpy(to->bytes + to->length, from, n);
    to->length += n;
    return 1;
}

int main(void) {
    struct buffer b = {nondet_size(), nondet_size(), NULL};
    __CPROVER_assume(b.capacity > 0 && b.capacity < 1 << 20 && b.length < b.capacity);
    b.bytes = malloc(b.capacity);
    size_t n = nondet_size();
    __CPROVER_assume(n > 0 && n < 1 << 20);
    unsigned char *from = malloc(n);
    size_t before = b.length, i = nondet_size(), kept = nondet_size();
    __CPROVER_assume(i < n && kept < before);
    unsigned char old = b.bytes[kept];
    if (add(&b, from, n)) {
        assert(b.length == before + n);
        assert(b.bytes[before + i] == from[i]);
        assert(b.bytes[kept] == old);
        memmove(b.bytes, b.bytes + before, n);
        assert(b.bytes[i] == from[i]);
        memset(b.bytes, 7, i + 1);
        assert(b.bytes[i] == 7 && (i + 1 == n || b.bytes[i + 1] == from[i + 1]));
    }
}
