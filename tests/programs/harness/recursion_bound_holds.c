// because: check --unwind 2 --unwindset factorial:6,0:main.0:4,strlen.0:7
// expect: holds
#include <assert.h>

static int factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
}

int main(void) {
    int product = 0;
    for (int i = 0; i < 3; i++)
        product += factorial(i + 2);
    assert(product == 2 + 6 + 24);
    return 0;
}
