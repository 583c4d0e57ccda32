// because: run
// expect: same-as-cc
#include <stdio.h>

static int decide(int a, int b) {
    int r = 0;
    switch (a) {
    case 0:
        switch (b) {
        case 0:
            r = 1;
            break;
        case 1:
            r = 2;
        default:
            r += 10;
        }
        r += 100;
        break;
    case 1:
        for (int i = 0; i < 5; i++) {
            switch (i) {
            case 1:
                continue;
            case 3:
                break;
            default:
                r += i;
            }
            if (i == 3)
                break;
        }
        break;
    default:
        while (b-- > 0) {
            switch (b) {
            case 2:
                r += 1000;
            }
        }
    }
    return r;
}

int main(void) {
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 4; b++)
            printf("%d ", decide(a, b));
    printf("\n");
    return 0;
}
