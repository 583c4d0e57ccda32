// because: run
// expect: same-as-cc
// stdin: aabbccddeefff
#include <stdio.h>
#include <string.h>

int main(void) {
    char pairs[4][2];
    size_t n = fread(pairs, 2, 4, stdin);
    printf("%zu %.2s %.2s\n", n, pairs[0], pairs[3]);
    n = fread(pairs, 2, 4, stdin);
    printf("%zu %.2s %d\n", n, pairs[1], feof(stdin) != 0);
    n = fread(pairs, 2, 4, stdin);
    printf("%zu\n", n);
    return 0;
}
