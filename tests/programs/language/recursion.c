// because: run
// expect: same-as-cc
#include <stdio.h>

static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int ackermann(int m, int n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int is_even(unsigned n);

static int is_odd(unsigned n) {
    return n == 0 ? 0 : is_even(n - 1);
}

static int is_even(unsigned n) {
    return n == 0 ? 1 : is_odd(n - 1);
}

static void hanoi(int n, char from, char to, char by, int *moves) {
    if (n == 0)
        return;
    hanoi(n - 1, from, by, to, moves);
    *moves = *moves * 3 % 100003 + from - to;
    hanoi(n - 1, by, to, from, moves);
}

int main(void) {
    int moves = 1;
    hanoi(8, 'a', 'b', 'c', &moves);
    printf("%d %d %d %d %d\n", fibonacci(18), ackermann(2, 5), is_even(101), is_odd(77), moves);
    return 0;
}
