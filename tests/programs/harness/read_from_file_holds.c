// because: check
// expect: holds
#include <fcntl.h>
#include <unistd.h>
int main(void) {
    char text[4];
    int file = open("data", O_RDONLY);
    if (file < 0)
        return 1;
    assert(file > 2);
    ssize_t n = read(file, text, sizeof text);
    assert(n >= -1 && n <= 4);
    assert(close(file) <= 0 && read(file, text, 1) == -1);
}
