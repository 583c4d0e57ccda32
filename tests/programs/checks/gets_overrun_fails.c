// because: run
// expect: fails pointer_dereference at line 10
// stdin: sixsix\n
#include <stdio.h>

char *gets(char *);

int main(void) {
    char line[6];
    gets(line); /* fails */
    printf("%s\n", line);
    return 0;
}
