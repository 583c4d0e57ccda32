// because: check
// expect: fails assertion at line 10
#include <fcntl.h>
#include <unistd.h>
int main(void) {
    char text[2];
    int file = open("data", O_RDONLY);
    if (read(file, text, 2) != 2)
        return 1;
    assert(text[1] != 'x');
}
