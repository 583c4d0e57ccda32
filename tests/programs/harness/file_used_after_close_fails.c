// because: check
// expect: fails pointer_primitive at line 10
#include <stdio.h>

int main(void) {
    FILE *f = fopen("list.txt", "r");
    if (f == NULL)
        return 1;
    fclose(f);
    return fgetc(f);
}
