// because: check
// expect: fails assertion at line 9
// abort raises SIGABRT.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
static void handler(int number)
{
    assert(number != SIGABRT);
    abort();
}

int main(void)
{
    signal(SIGABRT, handler);
    abort();
}
