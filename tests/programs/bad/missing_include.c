// because: run
// expect: exit 6
#include "no such header.h"

int main(void) {
    return 0;
}
