// because: check
// expect: holds
// A record that is stored on one way only leaves zeros in the rest of an object of unknown size.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct record { short key; int value; int *next; };

int main(void)
{
    int choice = nondet_int() & 3;
    size_t count = 1 + (choice & 1);
    struct record *records = calloc(count, sizeof *records);
    if (choice)
        records[0] = records[count - 1];
    assert(records[0].value == 0 && records[count - 1].next == 0);
    if (choice == 2) {
        struct record one = {1, 2, &choice};
        records[0] = one;
    }
    assert(records[0].value == (choice == 2 ? 2 : 0));
    assert(count == 1 || records[1].value == 0);
    return 0;
}
