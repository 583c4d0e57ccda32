// because: check --unwind 2
// expect: holds
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[20];
    strcpy(text, "hello world");
    for (int i = 0; i < 1; i++)
        assert(strlen(text) == 11);
    return 0;
}
