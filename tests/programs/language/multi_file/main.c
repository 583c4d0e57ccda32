// because: run
// expect: same-as-cc
// with: counter.c shapes.c
#include "shared.h"
#include <stdio.h>

static int hidden(void) {
    return 1;
}

int shared_value = 5;

int main(void) {
    counter_add(3);
    counter_add(4);
    struct shape s = make_shape(3, 4);
    printf("%d %d %d\n", counter_get(), hidden(), counter_hidden());
    printf("%d %d %d\n", s.area, shared_value, common);
    printf("%s %d\n", shape_name(&s), shape_table[1](10));
    return 0;
}
