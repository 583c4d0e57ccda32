// because: run
// expect: same-as-cc
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int sign(int n) {
    return (n > 0) - (n < 0);
}

int main(void) {
    const char *names[] = {"a", "a1", "a2", "a10", "a01", "a010", "a09", "a0", "a00", "b", "000", "00", "01", "010", "09", "0", "1", "9", "10", "", "item#99", "item#100", "alpha1", "alpha001", "part1_f012", "part1_f01"};
    int n = sizeof names / sizeof *names;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            printf("%2d", sign(strverscmp(names[i], names[j])));
        printf("\n");
    }
    char to[6] = "......";
    swab("abcde", to, 5);
    printf("%.6s\n", to);
    return 0;
}
