// because: run
// expect: fails format at line 7
#include <stdio.h>

int main(void) {
    double half = 0.5;
    printf("%s: %d\n", "half", half);
    return 0;
}
