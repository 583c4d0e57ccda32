// because: check
// expect: fails signed_overflow at line 6
#include <limits.h>

int main(void) {
    __CPROVER_assert(__CPROVER_forall { int i; i >= INT_MAX - 2 ==> i + 1 != 0 }, "after");
    return 0;
}
