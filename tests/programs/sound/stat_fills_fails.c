// because: check
// expect: fails assertion at line 11
#include <assert.h>
#include <string.h>
#include <sys/stat.h>

int main(void) {
    struct stat about;
    memset(&about, 0, sizeof about);
    if (stat("file", &about) == 0)
        assert(about.st_size == 0);
    return 0;
}
