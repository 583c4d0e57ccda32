// because: run
// expect: same-as-cc
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;

static void leap(void) {
    longjmp(back, 1);
}

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 5 && setjmp(back) == 0)
        leap();
    printf("never jumped\n");
    return 0;
}
