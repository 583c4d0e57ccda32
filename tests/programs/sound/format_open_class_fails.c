// because: check
// expect: fails format at line 7
#include <stdio.h>

int main(void) {
    char format[8] = "%d";
    printf(format, 3.0);
    return 0;
}
