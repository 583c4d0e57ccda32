// because: check --property main.assertion.1
// expect: holds
#include <assert.h>

int main(void) {
    int x = 1;
    assert(x == 1);
    __asm__ volatile("movl $2, %0" : "=r"(x));
    assert(x == 2);
    return 0;
}
