// because: run
// expect: same-as-cc
// `typeof` evaluates its operand if the operand's type has a length computed at run time.
#include <stdio.h>

static int calls;

static int count(int x) {
    calls++;
    return x;
}

int main(void) {
    int n = 3;
    int a[4][n];
    int(*p)[n] = a;

    typeof(*p++) x;
    printf("%d %d\n", (int)(p - a), (int)sizeof x);
    __typeof__(*++p) *y = a;
    printf("%d %d\n", (int)(p - a), y == a);
    printf("%d %d\n", (int)sizeof(typeof(*p--)), (int)(p - a));
    printf("%d\n", (typeof(*p++) *)a == a);
    printf("%d\n", (int)(p - a));
    typedef typeof(*p++) row;
    row q, r;
    printf("%d %d\n", (int)(p - a), (int)(sizeof q + sizeof r));

    typeof(int[count(4)]) z;
    printf("%d %d\n", calls, (int)sizeof z);
    typeof(p + count(1)) w = a;
    printf("%d %d\n", calls, w == a);
    typeof(count(2)) not_evaluated = 1;
    printf("%d %d\n", calls, not_evaluated);
    typeof(({
        int k = n;
        int(*e)[k] = (void *)a;
        count(0);
        e;
    })) m = a;
    printf("%d %d\n", calls, (int)sizeof *m);
    return 0;
}
