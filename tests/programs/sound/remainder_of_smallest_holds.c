// because: check
// expect: holds
#include <limits.h>

int main(void) {
    long wide = (long)INT_MIN % -1;
    unsigned plain = 0x80000000u % -1;
    short small = SHRT_MIN % -1;
    __CPROVER_assert(wide == 0 && small == 0 && plain == 0x80000000u, "these fit");
    return 0;
}
