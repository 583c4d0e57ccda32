// because: check
// expect: holds
#include <assert.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int words = 0;
    while (argv[words] != NULL)
        words++;
    assert(words == argc);
    for (int i = 1; i < argc; i++)
        assert(argv[i] != argv[i - 1]);
    return 0;
}
