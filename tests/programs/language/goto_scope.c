// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    int rounds = 0;
back: {
    int x = rounds * 10;
    x++;
    printf("%d ", x);
    rounds++;
    if (rounds < 3)
        goto back;
}
    printf("\n");
    goto forward;
    {
        int y;
    forward:
        y = 5;
        printf("%d\n", y);
    }
end_labels:
other:
    if (rounds++ < 5)
        goto end_labels;
    if (rounds++ < 8)
        goto other;
    printf("%d\n", rounds);
    return 0;
}
