// because: check
// expect: holds
#include <time.h>

int main(void) {
    time_t now = time(0);
    struct tm *parts = localtime(&now);
    __CPROVER_assert(now >= -1, "after the epoch, or not known");
    if (parts)
        __CPROVER_assert(parts->tm_isdst == 0, "no summer time");
    return 0;
}
