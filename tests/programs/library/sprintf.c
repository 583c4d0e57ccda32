// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

int main(void) {
    char buf[64];
    int n = sprintf(buf, "%d-%s", 42, "x");
    printf("%d %s\n", n, buf);
    n += sprintf(buf + n, "+%c", 'y');
    printf("%d %s\n", n, buf);
    memset(buf, '#', sizeof buf);
    n = snprintf(buf, 5, "%s", "truncated");
    printf("%d %s %c\n", n, buf, buf[5]);
    n = snprintf(NULL, 0, "%08.3f", 3.14159);
    printf("%d\n", n);
    buf[0] = '!';
    n = snprintf(buf, 0, "nothing");
    printf("%d %c\n", n, buf[0]);
    n = snprintf(buf, 1, "abc");
    printf("%d %d\n", n, buf[0]);
    n = snprintf(buf, sizeof buf, "%5d|%-5d|%05d", 1, 2, 3);
    printf("%d %s\n", n, buf);
    return 0;
}
