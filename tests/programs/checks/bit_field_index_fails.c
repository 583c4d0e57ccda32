// because: run
// expect: fails array_bounds at line 12
#include <stdio.h>

struct cursor {
    unsigned at : 3;
};

int main(void) {
    int a[7] = {1, 2, 3, 4, 5, 6, 7};
    struct cursor c = {7};
    printf("%d\n", a[c.at]); /* fails */
    return 0;
}
