// because: run
// expect: same-as-cc
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *a = strdup("duplicate"), *b = strndup("duplicate", 3), *c = NULL;
    a[0] = 'D';
    printf("%s %s\n", a, b);
    int n = asprintf(&c, "%s/%s/%d", a, b, 7);
    printf("%d %s\n", n, c);
    free(a);
    free(b);
    free(c);
    char buf[16];
    char *end = stpcpy(buf, "one");
    end = stpcpy(end, "two");
    printf("%s %td\n", buf, end - buf);
    printf("%s\n", (char *)mempcpy(buf, "xyz", 3));
    return 0;
}
