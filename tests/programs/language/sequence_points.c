// because: run
// expect: same-as-cc
#include <stdio.h>

static int log_value;

static int note(int n) {
    log_value = log_value * 10 + n;
    return n;
}

static int sum3(int a, int b, int c) {
    return a + b + c;
}

int main(void) {
    /* Each of these orders is fixed by C. */
    int r = (note(1), note(2));
    r += note(3) && note(4);
    r += note(5) ? note(6) : note(7);
    printf("%d %d\n", r, log_value);
    int a[3] = {0, 1, 2}, i = 0;
    a[i++] = 5;
    printf("%d %d\n", i, a[0]);
    int n = 3;
    int m = n++ + 0;
    n = (n++, n) > 0 ? n : -n;
    printf("%d %d\n", m, n);
    printf("%d\n", sum3(note(8) * 0, 1, 2));
    int j = 0;
    while (j++ < 3)
        note(9);
    printf("%d %d\n", j, log_value);
    return 0;
}
