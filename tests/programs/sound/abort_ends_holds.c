// because: check
// expect: holds
// The handler returns, and the program ends all the same; one that is ignored does not save it either.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
int nondet_int(void);
static int calls;
static void handler(int number)
{
    calls++;
    assert(number == SIGABRT && calls == 1);
    abort();
}

int main(void)
{
    signal(SIGABRT, nondet_int() ? handler : SIG_IGN);
    abort();
    assert(0);
}
