// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

struct tree {
    int key;
    struct tree *child[2];
};

static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key != t->key) {
        int side = key > t->key;
        t->child[side] = insert(t->child[side], key);
    }
    return t;
}

static int depth(const struct tree *t) {
    if (!t)
        return 0;
    int a = depth(t->child[0]), b = depth(t->child[1]);
    return 1 + (a > b ? a : b);
}

static void walk(const struct tree *t, void (*visit)(int)) {
    if (!t)
        return;
    walk(t->child[0], visit);
    visit(t->key);
    walk(t->child[1], visit);
}

static void destroy(struct tree *t) {
    if (t) {
        destroy(t->child[0]);
        destroy(t->child[1]);
        free(t);
    }
}

static void print_key(int key) {
    printf("%d ", key);
}

int main(void) {
    struct tree *t = NULL;
    unsigned x = 17;
    for (int i = 0; i < 20; i++) {
        x = x * 37 + 11;
        t = insert(t, (int)(x % 50));
    }
    walk(t, print_key);
    printf("\n%d\n", depth(t));
    destroy(t);
    return 0;
}
