// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

int main(void) {
    puts("a line");
    for (char c = 'a'; c <= 'e'; c++)
        putchar(c);
    putchar('\n');
    fputs("fputs adds nothing", stdout);
    fputc('\n', stdout);
    putc('p', stdout);
    putc('\n', stdout);
    size_t n = fwrite("written\nhidden", 1, 8, stdout);
    printf("%zu\n", n);
    fprintf(stdout, "%s %d\n", "fprintf", 7);
    fprintf(stderr, "to standard error\n");
    fflush(stdout);
    setvbuf(stdout, NULL, _IONBF, 0);
    int x = putchar('x'), y = fputc('y', stdout);
    printf("%d %d\n", x, y);
    int r = puts("");
    printf("%d\n", r > 0);
    return 0;
}
