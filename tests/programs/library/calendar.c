// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
    static const long times[] = {0, 86399, 951782400, 1709210096, 4102444800, -1};
    for (int i = 0; i < 6; i++) {
        time_t t = times[i];
        struct tm *g = gmtime(&t);
        char buf[64];
        strftime(buf, sizeof buf, "%Y-%m-%d %H:%M:%S %a %b %j %U", g);
        printf("%s %d\n", buf, g->tm_yday);
    }
    struct tm t = {.tm_year = 124, .tm_mon = 0, .tm_mday = 60, .tm_hour = 25};
    char text[32];
    time_t when = 1000000000;
    memcpy(text, asctime(gmtime(&when)), 24);
    text[24] = '\0';
    printf("%s\n", text);
    printf("%g\n", difftime(100, 40));
    (void)t;
    return 0;
}
