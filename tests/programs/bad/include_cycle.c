// because: run
// expect: exit 6
#include "include_cycle.c"

int main(void) {
    return 0;
}
