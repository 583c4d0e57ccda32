// because: run
// expect: fails format at line 8
// stdin: 2.5
#include <stdio.h>

int main(void) {
    double x = 0;
    return scanf("%f", &x) != 1;
}
