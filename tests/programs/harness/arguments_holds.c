// because: check
// expect: holds
// There is at least the program's name, and behind the last argument a null pointer.
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    assert(argc >= 1);
    assert(argv[argc] == 0);
    for (int i = 0; i < argc; i++)
        assert(argv[i] != 0);
    if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 0)
        assert(argv[1][0] != 0);
    return 0;
}
