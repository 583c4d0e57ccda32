// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    FILE *out = fdopen(1, "w");
    fprintf(out, "hello\n");
    fflush(out);
    return fdopen(0, "r") == NULL;
}
