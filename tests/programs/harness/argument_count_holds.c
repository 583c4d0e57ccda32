// because: check
// expect: holds
#include <assert.h>

int main(int argc, char **argv) {
    int room[4] = {0};
    assert(argc > 0);
    if (argc <= 4)
        room[argc - 1] = argc;
    assert(argc * 2 > argc);
    return 0;
}
