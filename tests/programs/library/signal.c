// because: run
// expect: same-as-cc
#include <signal.h>
#include <stdio.h>

static int count;

static void handler(int n) {
    count += n == SIGUSR1;
}

int main(void) {
    printf("%d\n", signal(SIGUSR1, handler) == SIG_DFL);
    raise(SIGUSR1);
    printf("%d\n", count);
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    printf("%d %d\n", count, signal(SIGUSR1, handler) == SIG_IGN);
    printf("%d\n", signal(SIGKILL, handler) == SIG_ERR);
    return 0;
}
