// because: check
// expect: holds
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    FILE *f = fopen("list.txt", "r");
    if (f == NULL)
        return 1;
    int c = fgetc(f);
    assert(c >= EOF && c <= 255);
    char line[6];
    if (fgets(line, sizeof line, f))
        assert(strlen(line) <= 5);
    fclose(f);
    return 0;
}
