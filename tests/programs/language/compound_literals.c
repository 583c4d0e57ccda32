// because: run
// expect: same-as-cc
#include <stdio.h>

struct point {
    int x, y;
};

static int sum(const int *a, int n) {
    int s = 0;
    while (n-- > 0)
        s += *a++;
    return s;
}

static int length(struct point p) {
    return p.x * p.x + p.y * p.y;
}

static int *fixed = (int[]){10, 20, 30};

int main(void) {
    printf("%d %d\n", sum((int[]){1, 2, 3, 4}, 4), length((struct point){3, 4}));
    struct point *p = &(struct point){.y = 5};
    p->x = 6;
    printf("%d %d %d\n", p->x, p->y, fixed[1]);
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int *q = (int[]){i, i * 2};
        q[0]++;
        total += q[0] * 10 + q[1];
    }
    printf("%d %zu %c\n", total, sizeof(int[7]), ((char[]){"literal"})[3]);
    int scalar = (int){42} + *&(int){1};
    printf("%d\n", scalar);
    return 0;
}
