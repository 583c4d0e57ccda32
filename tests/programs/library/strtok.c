// because: run
// expect: same-as-cc
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[] = "  one, two;;three , ";
    for (char *t = strtok(text, " ,;"); t; t = strtok(NULL, " ,;"))
        printf("[%s]", t);
    printf("\n");
    char outer[] = "a=1;b=2;c", *save1, *save2;
    for (char *p = strtok_r(outer, ";", &save1); p; p = strtok_r(NULL, ";", &save1)) {
        char *key = strtok_r(p, "=", &save2), *value = strtok_r(NULL, "=", &save2);
        printf("%s->%s ", key, value ? value : "(none)");
    }
    printf("\n");
    char fields[] = "x,,y,", *rest = fields, *f;
    while ((f = strsep(&rest, ",")))
        printf("[%s]", f);
    printf("\n");
    return 0;
}
