// because: run --missing-body fail
// expect: fails missing_body at line 10
#include <stdio.h>

int elsewhere(int n);

int main(void) {
    int n = 6;
    if (n > 5)
        n = elsewhere(n); /* fails */
    printf("%d\n", n);
    return 0;
}
