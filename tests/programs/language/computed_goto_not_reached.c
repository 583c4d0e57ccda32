// because: run
// expect: same-as-cc
#include <stdio.h>

static int dispatch(int n) {
    if (n < 0) {
        void *target = &&done;
        goto *target;
    }
    n *= 2;
done:
    return n;
}

int main(void) {
    printf("%d\n", dispatch(21));
    return 0;
}
