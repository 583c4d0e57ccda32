// because: run
// expect: fails format at line 7
#include <stdio.h>

int main(void) {
    char format[8] = "%g\n";
    printf(format, 3);
    return 0;
}
