// because: check
// expect: holds
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct packet {
    unsigned short source, target;
    unsigned sequence;
    unsigned char *options;
    struct packet *next;
    unsigned char data[];
};

size_t nondet_size(void);

int main(void) {
    size_t n = nondet_size(), k = nondet_size();
    __CPROVER_assume(n < 1500 && k <= n);
    struct packet *p = malloc(sizeof *p + n);
    __CPROVER_havoc_object(p);
    memset(p, 0, sizeof *p + n);
    assert(p->options == NULL && p->next == NULL && p->sequence == 0);
    p->next = p;
    __CPROVER_havoc_slice(p->data, k);
    assert(p->next == p);
    if (k < n)
        assert(p->data[k] == 0);
    for (size_t i = 0; i < sizeof *p; i++)
        ((char *)p)[i] = 0;
    assert(p->next == NULL);
    struct packet blank;
    memset(&blank, 0, sizeof blank);
    p->options = p->data;
    memcpy(p, &blank, sizeof blank);
    assert(p->options == NULL);
}
