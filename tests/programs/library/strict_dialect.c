// because: run -std=c11
// expect: same-as-cc
/* In a strict dialect some structs of the library have other member names. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    time_t t = 86400;
    struct tm *g = gmtime(&t), copy = *g;
    char text[40];
    strftime(text, sizeof text, "%Y-%m-%d", &copy);
    printf("%s %d\n", text, copy.tm_wday);
    printf("%s %d\n", localeconv()->decimal_point, abs(-3));
    int n;
    printf("%d\n", sscanf("9", "%d", &n) + n);
    return 0;
}
