// because: run
// expect: same-as-cc
// stdin: short\nthis line is a little longer\n\nno newline
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t n;
    while ((n = getline(&line, &size, stdin)) != -1)
        printf("%zd %d %s%s", n, size >= (size_t)n, line, line[n - 1] == '\n' ? "" : "\n");
    free(line);
    return 0;
}
