// because: check
// expect: fails assertion at line 11
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    // Why a request fails is not known.
    if (open("file", O_RDONLY) < 0)
        assert(errno != ENOENT);
    return 0;
}
