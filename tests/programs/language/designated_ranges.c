// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int a[12] = {[0 ... 3] = 1, [4 ... 9] = 2, [8] = 3};
    for (int i = 0; i < 12; i++)
        printf("%d ", a[i]);
    printf("\n");
    static const unsigned char class_of[256] = {
        ['0' ... '9'] = 1,
        ['a' ... 'z'] = 2,
        ['A' ... 'Z'] = 2,
        ['_'] = 3,
    };
    const char *text = "x_1 Z-";
    for (const char *p = text; *p; p++)
        printf("%d", class_of[(unsigned char)*p]);
    printf("\n");
    return 0;
}
