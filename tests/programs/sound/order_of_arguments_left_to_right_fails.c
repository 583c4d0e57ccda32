// because: check --left-to-right
// expect: fails assertion at line 16
#include <assert.h>

int counter;

int next(void) {
    return counter++;
}

int difference(int a, int b) {
    return a - b;
}

int main(void) {
    assert(difference(next(), next()) == 1);
}
