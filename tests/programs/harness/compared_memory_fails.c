// because: check
// expect: fails pointer_primitive at line 7
#include <string.h>

int main(void) {
    char a[4] = "abc";
    return memcmp(a, "abcdef", 6);
}
