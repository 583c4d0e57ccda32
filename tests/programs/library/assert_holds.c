// because: run
// expect: same-as-cc
#include <assert.h>
#include <stdio.h>

static int evaluated;

static int check(int n) {
    evaluated++;
    return n > 0;
}

int main(void) {
    assert(check(1));
    assert(2 + 2 == 4 && "with a message");
    assert(&evaluated);
#undef NDEBUG
#define NDEBUG
#include <assert.h>
    assert(check(-1));
#undef NDEBUG
#include <assert.h>
    assert(check(2));
    printf("%d\n", evaluated);
    return 0;
}
