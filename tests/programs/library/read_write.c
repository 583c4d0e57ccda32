// because: run
// expect: same-as-cc
// stdin: 0123456789
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char buf[8];
    ssize_t n = read(0, buf, 4);
    write(1, buf, (size_t)n);
    write(1, "\n", 1);
    n = read(0, buf, sizeof buf);
    write(1, buf, (size_t)n);
    n = read(0, buf, sizeof buf);
    const char *text = n == 0 ? " end\n" : " more\n";
    write(STDOUT_FILENO, text, strlen(text));
    return 0;
}
