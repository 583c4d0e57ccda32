// because: run
// expect: same-as-cc
#include <stdio.h>

struct point {
    int x, y;
};

struct big {
    int values[20];
    struct point corner;
};

static struct point moved(struct point p, int dx, int dy) {
    p.x += dx;
    p.y += dy;
    return p;
}

static struct big filled(int start) {
    struct big b;
    for (int i = 0; i < 20; i++)
        b.values[i] = start + i;
    b.corner = (struct point){start, -start};
    return b;
}

static int total(struct big b) {
    int sum = 0;
    for (int i = 0; i < 20; i++) {
        sum += b.values[i];
        b.values[i] = 0;
    }
    return sum + b.corner.x;
}

int main(void) {
    struct point p = {1, 2};
    struct point q = moved(p, 10, 20);
    printf("%d %d %d %d\n", p.x, p.y, q.x, q.y);
    struct big b = filled(5);
    struct big copy = b;
    copy.values[3] = 1000;
    printf("%d %d %d %d\n", total(b), total(b), total(copy), b.values[3]);
    q = p = moved(moved(p, 1, 1), 1, 1);
    printf("%d %d\n", q.x, p.y);
    return 0;
}
