// because: run
// expect: same-as-cc
#include <stdio.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
    four a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
    four c = __builtin_shuffle(a, (four){3, 2, -3, 4});
    four d = __builtin_shuffle(a, b, (four){0, 7, 2, 12});
    for (int i = 0; i < 4; i++)
        printf("%d %d\n", c[i], d[i]);
    return 0;
}
