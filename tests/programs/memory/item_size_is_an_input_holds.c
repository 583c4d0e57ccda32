// because: check
// expect: holds
// Items of a size that is an input, as libraries of containers have them.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct list {
    size_t room, length, item;
    unsigned char *data;
};

size_t nondet_size(void);

int main(void) {
    struct list l = {nondet_size(), nondet_size(), nondet_size(), NULL};
    __CPROVER_assume(l.item > 0 && l.item <= 16 && l.length <= 16 && l.room <= 256 && l.length * l.item <= l.room);
    l.data = malloc(l.room);
    size_t index = nondet_size(), byte = nondet_size();
    __CPROVER_assume(index < l.length && byte < l.item);
    unsigned char *item = malloc(l.item);
    memcpy(item, l.data + l.item * index, l.item);
    assert(item[byte] == l.data[l.item * index + byte]);
    memmove(l.data, l.data + l.item, l.item * (l.length - 1));
    if (index > 0)
        assert(item[byte] == l.data[l.item * (index - 1) + byte]);
}
