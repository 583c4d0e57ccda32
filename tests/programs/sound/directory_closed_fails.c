// because: check --unwind 3
// expect: fails pointer_dereference at line 10
#include <dirent.h>

int main(void) {
    DIR *directory = opendir(".");
    if (directory == 0)
        return 1;
    closedir(directory);
    return readdir(directory) != 0;
}
