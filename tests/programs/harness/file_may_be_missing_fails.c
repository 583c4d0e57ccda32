// because: check
// expect: fails assertion at line 10
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("list.txt", "w");
    if (f)
        fprintf(f, "%d\n", 1), fclose(f);
    assert(f);
    return 0;
}
