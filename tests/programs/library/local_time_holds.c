// because: check
// expect: holds
#include <assert.h>
#include <time.h>

int main(void) {
    time_t now = time(0);
    struct tm *parts = localtime(&now);
    if (parts == 0)
        return 1;
    assert(parts->tm_mon >= 0 && parts->tm_mon <= 11);
    assert(parts->tm_hour >= 0 && parts->tm_hour < 24);
    assert(parts->tm_wday >= 0 && parts->tm_wday <= 6);
}
