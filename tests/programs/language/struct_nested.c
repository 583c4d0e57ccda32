// because: run
// expect: same-as-cc
#include <stdio.h>

struct outer {
    int id;
    struct inner {
        char tag;
        struct {
            short lo, hi;
        } pair;
    } parts[2];
    struct inner *link;
};

int main(void) {
    struct outer o = {1, {{'a', {2, 3}}, {'b', {4, 5}}}, 0};
    o.link = &o.parts[1];
    struct inner separate = o.parts[0];
    separate.pair.hi = 99;
    o.link->pair.lo *= 10;
    printf("%d %c %d %d\n", o.id, o.parts[0].tag, o.parts[0].pair.lo, o.parts[0].pair.hi);
    printf("%c %d %d %d\n", o.link->tag, o.parts[1].pair.lo, (*o.link).pair.hi, separate.pair.hi);
    printf("%zu %zu\n", sizeof(struct outer), sizeof(struct inner));
    return 0;
}
