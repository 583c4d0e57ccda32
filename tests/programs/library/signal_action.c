// because: run
// expect: same-as-cc
#include <signal.h>
#include <stdio.h>
#include <string.h>

static int seen;

static void handler(int number) {
    seen += number;
}

int main(void) {
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGTERM);
    action.sa_flags = SA_RESTART;
    printf("%d ", sigaction(SIGINT, &action, NULL));
    raise(SIGINT);
    printf("%d %d ", seen == SIGINT, sigaction(SIGINT, NULL, &old));
    printf("%d %d %d\n", old.sa_handler == handler, sigismember(&old.sa_mask, SIGTERM),
           sigismember(&old.sa_mask, SIGHUP));
    sigset_t blocked, now;
    sigfillset(&blocked);
    sigdelset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    sigprocmask(SIG_SETMASK, NULL, &now);
    printf("%d %d\n", sigismember(&now, SIGTERM), sigismember(&now, SIGUSR1));
    return 0;
}
