// because: run
// expect: same-as-cc
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    printf("%s | %s | %s\n", strerror(0), strerror(ENOENT), strerror(ERANGE));
    errno = 0;
    long v = strtol("99999999999999999999", NULL, 10);
    printf("%d %d\n", v == LONG_MAX, errno == ERANGE);
    errno = 5;
    v = strtol("12", NULL, 10);
    printf("%ld %d\n", v, errno);
    errno = EINVAL;
    perror("prefix");
    printf("%s\n", strerror(9999));
    return 0;
}
