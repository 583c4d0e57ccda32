// Ten thousand rounds: a checksum whose last step must leave a value below one hundred.
#include <assert.h>

int nondet_int(void);

int main(void) {
    int seed = nondet_int();
    if (seed < 0 || seed > 200)
        return 0;
    unsigned sum = 0;
    for (int i = 0; i < 10000; i++)
        sum = (sum * 3 + (unsigned)i) % 251;
    sum += (unsigned)seed;
    assert(sum < 100);
    return 0;
}
