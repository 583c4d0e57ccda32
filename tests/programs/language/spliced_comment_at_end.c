// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    puts("the last comment is spliced to nothing");
    return 0;
}
// a comment that goes on \
