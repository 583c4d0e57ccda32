// because: check
// expect: fails assertion at line 11
// Text that nobody wrote can be printed like any other.
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc > 1) {
        printf("%s: unexpected %s\n", argv[0], argv[1]);
        assert(argv[1][0] != '-' || argv[1][1] != 'h');
    }
    return 0;
}
