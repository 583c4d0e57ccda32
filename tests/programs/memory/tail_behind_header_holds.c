// because: check
// expect: holds
// A header with members, and bytes behind it whose number is an input: members stay what they are while bytes are stored.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct ring {
    size_t head, tail, size;
    struct ring *self;
    unsigned char data[];
};

static _Bool valid(const struct ring *r) {
    return r != NULL && r->size > 0 && r->head < r->size && r->tail < r->size
           && __CPROVER_rw_ok(r, sizeof *r + r->size);
}

static _Bool put(struct ring *r, unsigned char byte) {
    size_t next = r->head + 1 == r->size ? 0 : r->head + 1;
    if (next == r->tail)
        return 0;
    r->data[r->head] = byte;
    r->head = next;
    return 1;
}

static _Bool get(struct ring *r, unsigned char *byte) {
    if (r->head == r->tail)
        return 0;
    *byte = r->data[r->tail];
    r->tail = r->tail + 1 == r->size ? 0 : r->tail + 1;
    return 1;
}

size_t nondet_size(void);
unsigned char nondet_byte(void);

int main(void) {
    size_t n = nondet_size();
    __CPROVER_assume(n < 64);
    struct ring *r = malloc(sizeof *r + n);
    r->size = n;
    r->self = r;
    __CPROVER_assume(valid(r));
    _Bool was_empty = r->head == r->tail;
    unsigned char in = nondet_byte(), out;
    if (put(r, in) && was_empty) {
        assert(get(r, &out));
        assert(in == out);
    }
    assert(valid(r->self));
}
