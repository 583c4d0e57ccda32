// because: check
// expect: fails format at line 8
#include <stdio.h>

int main(void) {
    char format[8] = "%d";
    char text[20];
    sprintf(text, format, 3.0);
    return 0;
}
