// because: diagnose sign_table.c --tests sign_table
// fault: line 5
// should be: static struct { char open, close; } pairs[] = {{'(', ')'}, {'[', ']'}, {'{', '}'}};
#include <stdio.h>
static struct { char open, close; } pairs[] = {{'(', ')'}, {'[', '|'}, {'{', '}'}};
int main(void) {
    char wanted[64];
    int depth = 0, c, i, bad = 0;
    while ((c = getchar()) != EOF && c != '\n') {
        for (i = 0; i < 3; i++) {
            if (c == pairs[i].open && depth < 64)
                wanted[depth++] = pairs[i].close;
            else if (c == pairs[i].close) {
                if (depth == 0 || wanted[--depth] != c)
                    bad = 1;
            }
        }
    }
    printf("%s\n", bad || depth > 0 ? "no" : "yes");
    return 0;
}
