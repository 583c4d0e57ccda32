// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

static const int weights[3] = {30, 10, 20};

static int by_weight(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return weights[x] - weights[y];
}

int main(void) {
    int order[3] = {0, 1, 2};
    qsort(order, 3, sizeof order[0], by_weight);
    printf("%d %d %d\n", order[0], order[1], order[2]);
    return 0;
}
