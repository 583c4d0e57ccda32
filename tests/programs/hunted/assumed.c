// because: check --stop-on-fail
// expect: fails assertion at line 17
// Values have to pass an assumption each, and thirty rounds have to be gone.
#include <assert.h>
int nondet_int(void);

int main(void)
{
    int window[8] = {0}, sum = 0;
    for (int i = 0;; i++) {
        int value = nondet_int();
        __CPROVER_assume(value >= 0 && value < 10);
        sum -= window[i % 8];
        window[i % 8] = value;
        sum += value;
        if (i > 30)
            assert(sum < 8 * 9 - 40);
        if (i == 60)
            break;
    }
    return 0;
}
