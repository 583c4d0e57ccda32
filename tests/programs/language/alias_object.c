// because: run
// expect: same-as-cc
// Two names for one object, and for one function.
#include <stdio.h>

int first = 7;
extern int second __attribute__((weak, alias("first")));
static int table[3] = {1, 2, 3};
extern int view[3] __attribute__((alias("table")));
static int get(void) { return first; }
static int fetch(void) __attribute__((alias("get")));

int main(void) {
    first = 8;
    printf("%d %d\n", second, fetch());
    second++;
    view[1] = 9;
    printf("%d %d %d %d\n", first, table[1], view == table, fetch());
    return 0;
}
