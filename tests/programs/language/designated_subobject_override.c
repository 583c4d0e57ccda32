// because: run
// expect: same-as-cc
// A braced initialiser replaces what earlier designators said about parts of the same object.
#include <stdio.h>

int main(void) {
    int a[2][2] = {[0][1] = 5, [0] = {1}};
    printf("%d %d\n", a[0][0], a[0][1]);
    return 0;
}
