// because: check
// expect: holds
// The object is alive where its declaration was passed by: its address is good, and what is written is read.
#include <assert.h>
int nondet_int(void);

int main(void)
{
    for (int k = 0; k < 2; k++) {
        if (nondet_int())
            goto behind;
        int i = 3;
    behind:;
        int *p = &i;
        *p = 4;
        assert(i == 4);
    }
    return 0;
}
