// because: check
// expect: holds
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
