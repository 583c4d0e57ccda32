#include "shared.h"

int common = 77;

static int hidden(int n) {
    return n * 3;
}

struct shape make_shape(int width, int height) {
    struct shape s = {width, height, width * height};
    common++;
    return s;
}

const char *shape_name(const struct shape *s) {
    return s->width == s->height ? "square" : "rectangle";
}

int (*const shape_table[2])(int) = {0, hidden};
