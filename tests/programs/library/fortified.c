// because: run -D_FORTIFY_SOURCE=2 -D__OPTIMIZE__=1
// expect: same-as-cc
// Headers that check sizes bring bodies for inlining; the functions themselves are the library's.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char b[20], c[40];
    strcpy(b, "hello");
    strcat(b, " x");
    memcpy(c, b, 8);
    memset(c + 8, 'y', 3);
    c[11] = 0;
    snprintf(b, sizeof b, "%s-%d", c, 12345);
    puts(b);
    printf("%d %s %.2f\n", atoi("42"), c, strtod("2.5", 0));
    fprintf(stdout, "%zu\n", strlen(b));
    sprintf(c, "%c%c", 'a', 'b');
    puts(c);
    return 0;
}
