// because: diagnose power_two_faults.c --tests power_two_faults
// faults: lines 7 and 16
// should be: while (e > 0) / e < 0
#include <stdio.h>
int power(int b, int e) {
    int r = 1;
    while (e > 1) {
        r *= b;
        e--;
    }
    return r;
}
int main(void) {
    int b, e;
    scanf("%d %d", &b, &e);
    if (e <= 0)
        printf("negative exponent\n");
    else
        printf("%d to the %d is %d\n", b, e, power(b, e));
    return 0;
}
