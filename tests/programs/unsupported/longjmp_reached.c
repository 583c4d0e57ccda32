// because: run
// expect: fails unsupported at line 10
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;

static void leap(int n) {
    if (n > 3)
        longjmp(back, 1); /* fails */
}

int main(void) {
    if (setjmp(back) == 0)
        leap(5);
    printf("back\n");
    return 0;
}
