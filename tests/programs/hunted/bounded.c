// because: check --unwind 4 --no-unwinding-assertions
// expect: holds
// The failing run has ten rounds; who asks about four rounds is not told of it.
#include <assert.h>
int nondet_int(void);

int main(void)
{
    int n = nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum++;
    assert(sum != 10);
    return 0;
}
