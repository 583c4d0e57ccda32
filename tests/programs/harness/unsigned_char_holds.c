// because: check --unsigned-char
// expect: holds
#include <assert.h>
#include <limits.h>

int main(void) {
    char c = (char)200;
    assert(c == 200 && (char)-1 > 0);
    assert(CHAR_MIN == 0 && CHAR_MAX == 255);
    return 0;
}
