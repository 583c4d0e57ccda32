// because: run
// expect: fails unsupported at line 14
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;

static void leap(int n) {
    if (n > 3)
        longjmp(back, 1);
}

int main(void) {
    if (setjmp(back) == 0) /* fails */
        leap(5);
    printf("back\n");
    return 0;
}
