// because: run
// expect: same-as-cc
#include <stdio.h>

struct cursor {
    unsigned at : 3;
};

int main(void) {
    int a[7] = {1, 2, 3, 4, 5, 6, 7};
    struct cursor c = {6};
    printf("%d\n", a[c.at]);
    return 0;
}
