// because: run
// expect: same-as-cc
// args: one two 33
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    size_t total = 0;
    for (int i = 1; i < argc; i++) {
        printf("%d:%s ", i, argv[i]);
        total += strlen(argv[i]);
    }
    printf("\n%zu %d %d\n", total, argv[argc] == NULL, atoi(argv[3]) + argc);
    argv[1][0] = 'O';
    printf("%s\n", argv[1]);
    return argc;
}
