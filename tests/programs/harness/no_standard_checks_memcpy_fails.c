// because: check --no-standard-checks
// expect: fails pointer_primitive at line 7
#include <string.h>

int main(void) {
    char from[4] = "abc", to[3];
    memcpy(to, from, sizeof from);
    return 0;
}
