// because: run
// expect: fails unsupported at line 6
#include <stdio.h>

int main(void) {
    FILE *f = fopen("some file", "r"); /* fails */
    if (!f)
        return 1;
    fclose(f);
    return 0;
}
