// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int squares[6];
    for (int i = 0; i < 6; i++)
        squares[i] = i * i;
    printf("%d\n", squares[5]);
    return 0;
}
