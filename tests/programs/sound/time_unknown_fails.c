// because: check
// expect: fails assertion at line 9
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t now = time(0);
    assert(now != (time_t)-1);
    return 0;
}
