// because: check
// expect: fails array_bounds at line 12
#include <string.h>

static int levels[3];

int main(int argc, char *argv[]) {
    if (argc != 3 || strcmp(argv[1], "-v") != 0)
        return 1;
    int level = argv[2][0] - '0';
    if (level >= 0 && level <= 3)
        levels[level]++;
    return 0;
}
