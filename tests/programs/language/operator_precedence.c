// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int a = 2, b = 3, c = 4, x[3] = {1, 2, 3}, *p = x;
    printf("%d %d %d\n", a + b * c, (a + b) * c, a - b - c);
    printf("%d %d %d\n", a << b + 1, a == b < c, a & b == 3);
    printf("%d %d %d\n", !a == 0, -a % b, ~a & c);
    printf("%d %d %d\n", a < b == b < c, a | b ^ c & 1, a && b || c && 0);
    printf("%d\n", a ? b ? 1 : 2 : 3);
    printf("%d ", *p++ * 2);
    printf("%d\n", *p);
    printf("%d %d %d\n", -*p, *&a, sizeof a * b == 12);
    a = b = c;
    a += b *= 2;
    printf("%d %d %d\n", a, b, (int)2.9 * 2);
    printf("%d\n", (char)300 + 1);
    int y = a > b ? a : b, z = (a, b);
    printf("%d %d %d\n", y, z, 10 - -a);
    printf("%d\n", a+++b);
    return 0;
}
