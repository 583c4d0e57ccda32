// because: run
// expect: same-as-cc
#include <stdio.h>

int main(int argc, char **argv) {
    FILE *f = argc > 1 ? fopen(argv[1], "r") : stdin;
    printf("%d\n", getc(f));
    return 0;
}
