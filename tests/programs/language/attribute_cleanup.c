// because: run
// expect: same-as-cc
#include <stdio.h>

static void closed(int *p) {
    printf("close %d\n", *p);
}

static int early(int n) {
    __attribute__((cleanup(closed))) int a = n;
    if (n > 1)
        return a * 10;
    __attribute__((cleanup(closed))) int b = n + 100;
    return a + b;
}

int main(void) {
    printf("%d\n", early(1));
    printf("%d\n", early(2));
    for (int i = 0; i < 3; i++) {
        __attribute__((cleanup(closed))) int in_loop = i;
        if (i == 1)
            continue;
        if (i == 2)
            break;
        printf("body %d\n", in_loop);
    }
    {
        __attribute__((cleanup(closed))) int x = 50;
        {
            __attribute__((cleanup(closed))) int y = 51;
            goto out;
        }
    }
out:
    printf("out\n");
    return 0;
}
