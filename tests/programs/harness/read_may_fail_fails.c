// because: check
// expect: fails assertion at line 7
#include <unistd.h>
int main(void) {
    char text[4];
    ssize_t n = read(0, text, sizeof text);
    assert(n >= 0);
}
