// because: run
// expect: same-as-cc
// stdin: sixsix\n
#include <stdio.h>

char *gets(char *);

int main(void) {
    char line[7];
    gets(line);
    printf("%s\n", line);
    return 0;
}
