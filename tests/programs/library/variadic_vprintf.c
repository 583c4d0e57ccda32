// because: run
// expect: same-as-cc
#include <stdarg.h>
#include <stdio.h>

static int logf_(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    printf("log: ");
    int n = vprintf(format, ap);
    va_end(ap);
    return n;
}

static int to(FILE *stream, char *buf, size_t size, const char *format, ...) {
    va_list ap, copy;
    va_start(ap, format);
    va_copy(copy, ap);
    int n = vfprintf(stream, format, ap);
    n += vsnprintf(buf, size, format, copy);
    va_end(copy);
    va_end(ap);
    return n;
}

int main(void) {
    char buf[8];
    printf("%d\n", logf_("%d %s %.1f %c\n", 1, "two", 3.0, '4'));
    printf("%d\n", to(stdout, buf, sizeof buf, "<%s %lld>\n", "abc", 1LL << 40));
    printf("%s\n", buf);
    return 0;
}
