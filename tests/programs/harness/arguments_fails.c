// because: check
// expect: fails assertion at line 9
// How often a program is given which text is not known: with a second argument that begins with an x it fails.
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc == 3)
        assert(argv[2][0] != 'x');
    return 0;
}
