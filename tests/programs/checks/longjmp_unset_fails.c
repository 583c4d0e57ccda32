// because: check
// expect: fails pointer_primitive at line 8
#include <setjmp.h>

static jmp_buf never;

int main(void) {
    longjmp(never, 1); /* fails */
}
