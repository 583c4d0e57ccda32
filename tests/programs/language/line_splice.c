// because: run
// expect: same-as-cc
#include <stdio.h>

#define LONG_MACRO(a) \
    a + \
    1

int main(void) {
    int spl\
iced = 5;
    // A comment that goes on \
       on the next line: spliced = 6;
    printf("%d %d\n", spliced, LONG_MACRO(2));
    /* comment /* not nested */
    printf("a" /* between */ "b" "\
c\n");
    int a<:2:> = <%1, 2%>;
    printf("%d\n", a<:1:>);
    return 0;
%>
