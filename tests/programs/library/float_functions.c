// because: run
// expect: same-as-cc
#include <math.h>
#include <stdio.h>

/* The functions of float are not those of double, rounded. */
int main(void) {
    for (int i = -20; i < 60; i++) {
        float x = i * 0.37f + 0.01f;
        printf("%a %a %a %a\n", sinf(x), cosf(x), expf(x / 4), logf(fabsf(x)));
        printf("%a %a %a %a\n", powf(fabsf(x), 1.7f), tanf(x), atan2f(x, 3), tanhf(x));
    }
    return 0;
}
