// because: run
// expect: same-as-cc
#include <stdio.h>

struct point {
    int x, y, z;
};

struct shape {
    const char *name;
    struct point corners[3];
    int flags[4];
};

int main(void) {
    int a[8] = {[2] = 5, 6, [6] = 7, [0] = 1};
    for (int i = 0; i < 8; i++)
        printf("%d ", a[i]);
    printf("\n");
    struct point p = {.z = 3, .x = 1};
    printf("%d %d %d\n", p.x, p.y, p.z);
    struct shape s = {.corners[1].y = 4, .corners[2] = {7, 8, 9}, .name = "s", .flags = {[3] = 1}};
    printf("%s %d %d %d %d %d\n", s.name, s.corners[0].x, s.corners[1].y, s.corners[2].z, s.flags[0], s.flags[3]);
    int unsized[] = {[9] = 1};
    printf("%zu\n", sizeof unsized / sizeof unsized[0]);
    struct point row[] = {{1, 2, 3}, {.y = 5}, [3] = {.x = 9}};
    printf("%zu %d %d %d\n", sizeof row / sizeof row[0], row[1].y, row[2].x, row[3].x);
    return 0;
}
