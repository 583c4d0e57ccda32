// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int *addresses[3];
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int local = i;
        addresses[i] = &local;
        *addresses[i] += 10;
        {
            int local = 100;
            total += local;
        }
        total += local;
    }
    printf("%d\n", total);
    if (1) {
        struct s {
            int a;
        } x = {1};
        {
            struct s {
                char c[3];
            } y = {"ab"};
            printf("%d %s %zu\n", x.a, y.c, sizeof(struct s));
        }
        printf("%zu\n", sizeof(struct s));
    }
    return 0;
}
