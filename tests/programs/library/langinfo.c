// because: run
// expect: same-as-cc
// What the locale "C" says.
#include <langinfo.h>
#include <stdio.h>

int main(void) {
    printf("%s %s [%s]\n", nl_langinfo(CODESET), nl_langinfo(RADIXCHAR), nl_langinfo(THOUSEP));
    return 0;
}
