// because: check
// expect: fails assertion at line 6
#include <assert.h>

int main(int argc, char **argv) {
    assert(argc < 1000);
    return 0;
}
