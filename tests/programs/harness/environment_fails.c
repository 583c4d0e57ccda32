// because: check
// expect: fails pointer_dereference at line 6
#include <stdlib.h>

int main(void) {
    return getenv("HOME")[0];
}
