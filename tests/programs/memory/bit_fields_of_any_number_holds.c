// because: check
// expect: holds
#include <assert.h>
#include <stdlib.h>

struct entry {
    unsigned used : 1, kind : 3, count : 12;
    struct entry *link;
};

size_t nondet_size(void);

int main(void) {
    size_t n = nondet_size(), i = nondet_size(), j = nondet_size();
    __CPROVER_assume(n < 100000 && i < n && j < n && i != j);
    struct entry *table = calloc(n, sizeof *table);
    table[i].used = 1;
    table[i].count = 4095;
    table[i].link = &table[j];
    struct entry copy = table[i];
    assert(copy.used == 1 && copy.kind == 0 && copy.count == 4095 && copy.link == table + j);
    table[i].link->kind = 5;
    assert(table[j].kind == 5 && table[j].used == 0 && table[i].kind == 0);
    table[j] = copy;
    assert(table[j].count == 4095 && table[j].link == &table[j]);
}
