// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int y, m, d, n;
    char month[10], rest[20];
    n = sscanf("2024-03-15T10:20", "%4d-%2d-%2dT%s", &y, &m, &d, rest);
    printf("%d %d %d %d %s\n", n, y, m, d, rest);
    n = sscanf("15 March 2024", "%d %9s %d", &d, month, &y);
    printf("%d %d %s %d\n", n, d, month, y);
    n = sscanf("", "%d", &d);
    printf("%d\n", n);
    n = sscanf("xyz", "%d", &d);
    printf("%d\n", n);
    unsigned r, g, b;
    n = sscanf("#ff8000", "#%2x%2x%2x", &r, &g, &b);
    printf("%d %u %u %u\n", n, r, g, b);
    n = sscanf("10 20 30", "%*d %d", &d);
    printf("%d %d\n", n, d);
    n = sscanf("50% done", "%d%% %s", &d, rest);
    printf("%d %d %s\n", n, d, rest);
    float f;
    n = sscanf("inf 0x1p4", "%f %s", &f, rest);
    printf("%d %g %s\n", n, f, rest);
    return 0;
}
