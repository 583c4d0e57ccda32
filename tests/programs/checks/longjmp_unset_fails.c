// because: check
// expect: exit 10
#include <setjmp.h>

static jmp_buf never;

int main(void) {
    longjmp(never, 1); /* fails */
}
