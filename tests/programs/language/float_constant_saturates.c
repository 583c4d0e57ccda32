// because: run
// expect: same-as-cc
/* A constant that no int can hold: compilers fold the conversion to the nearest int. */
#include <stdio.h>

int main(void) {
    int large = 0x2.68p+69, small = -1e30;
    unsigned char byte = 300.5f;
    printf("%d %d %d\n", large, small, byte);
    return 0;
}
