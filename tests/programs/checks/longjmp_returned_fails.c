// because: check
// expect: fails pointer_primitive at line 13
#include <setjmp.h>

static jmp_buf gone;

static int set(void) {
    if (setjmp(gone))
        return 1;
    return 0;
}

int main(void) { /* fails: nothing waits any more */
    set();
    longjmp(gone, 1);
}
