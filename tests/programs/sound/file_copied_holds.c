// because: check
// expect: holds
// A stream has as many bytes as FILE.
#include <stdio.h>
#include <string.h>

int main(void)
{
    FILE copy;
    memcpy(&copy, stdout, sizeof(FILE));
    return 0;
}
