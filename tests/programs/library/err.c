// because: run
// expect: same-as-cc
// args: missing
// Messages of BSD's err.h and GNU's error.h go to standard error; err ends the program with its status.
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void at_end(void) {
    printf("ended\n");
}

static void complain(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarnx(format, list);
    va_end(list);
}

int main(int argc, char **argv) {
    atexit(at_end);
    printf("%d\n", argc);
    warnx("%s: %d", argv[1], 7);
    errno = ENOENT;
    warn("%s", argv[1]);
    warn(NULL);
    complain("%c%c", 'a', 'b');
    error(0, 0, "no end yet");
    error(0, EINVAL, "nor here");
    printf("%u\n", error_message_count);
    if (argc > 1)
        errx(3, "cannot go on with %s", argv[1]);
    err(4, "never");
}
