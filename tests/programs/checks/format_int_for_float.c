// because: run
// expect: fails format at line 7
#include <stdio.h>

int main(void) {
    char text[20];
    snprintf(text, sizeof text, "%.2f", 3);
    return 0;
}
