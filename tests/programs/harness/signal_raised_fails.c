// because: check
// expect: fails assertion at line 9
#include <assert.h>
#include <signal.h>

static int seen;

static void handler(int number) {
    assert(number != SIGUSR1 || !seen);
    seen = 1;
}

int main(void) {
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    if (seen)
        raise(SIGUSR1);
    return 0;
}
