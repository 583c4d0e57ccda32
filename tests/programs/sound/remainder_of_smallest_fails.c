// because: check
// expect: fails signed_overflow at line 7
// The quotient does not fit, so that the remainder is not defined either, constant or not.
#include <limits.h>

int main(void) {
    int rest = INT_MIN % -1;
    return rest;
}
