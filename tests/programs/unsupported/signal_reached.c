// because: run
// expect: fails unsupported at line 11
#include <signal.h>
#include <stdio.h>

static void handler(int n) {
    (void)n;
}

int main(void) {
    signal(SIGINT, handler); /* fails */
    printf("installed\n");
    return 0;
}
