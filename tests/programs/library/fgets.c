// because: run
// expect: same-as-cc
// stdin: first line\na much longer line than the buffer\nlast
#include <stdio.h>
#include <string.h>

int main(void) {
    char buf[12];
    int n = 0;
    while (fgets(buf, sizeof buf, stdin)) {
        size_t len = strlen(buf);
        int whole = len > 0 && buf[len - 1] == '\n';
        if (whole)
            buf[len - 1] = '\0';
        printf("%d [%s] %zu %d\n", ++n, buf, len, whole);
    }
    printf("%d\n", feof(stdin) != 0);
    return 0;
}
