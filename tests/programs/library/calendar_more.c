// because: run
// expect: same-as-cc
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

int main(void) {
    struct tm t = {.tm_year = 124, .tm_mon = 13, .tm_mday = 31, .tm_hour = 25, .tm_min = -5};
    time_t when = timegm(&t);
    printf("%lld %d-%d-%d %d:%d\n", (long long)when, t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min);
    struct tm again;
    gmtime_r(&when, &again);
    char buf[80];
    printf("%zu ", strftime(buf, sizeof buf, "%A %B %e %I:%M %p, week %V of %G, day %u", &again));
    printf("%s\n", buf);
    printf("%s", asctime(&again));
    printf("%zu\n", strftime(buf, 5, "%Y-%m-%d", &again));
    return 0;
}
