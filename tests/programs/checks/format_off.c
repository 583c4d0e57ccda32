// because: run --no-format-check
// expect: exit 0
#include <stdio.h>

int main(void) {
    char text[20];
    return sprintf(text, "%d", 2.5) < 0;
}
