// because: run --missing-body fail
// expect: exit 0
#include <stdio.h>

int elsewhere(int n);

int main(void) {
    int n = 5;
    if (n > 5)
        n = elsewhere(n);
    printf("%d\n", n);
    return 0;
}
