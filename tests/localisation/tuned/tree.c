// fault: line 38
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

struct tree {
    int key;
    int size;
    struct tree *left;
    struct tree *right;
};

static struct tree *leaf(int key)
{
    struct tree *t = malloc(sizeof *t);
    if (!t)
        exit(1);
    t->key = key;
    t->size = 1;
    t->left = NULL;
    t->right = NULL;
    return t;
}

static int size(const struct tree *t)
{
    return t ? t->size : 0;
}

static struct tree *insert(struct tree *t, int key)
{
    if (!t)
        return leaf(key);
    if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->left, key);
    t->size = 1 + size(t->left) + size(t->right);
    return t;
}

static int contains(const struct tree *t, int key)
{
    while (t) {
        if (key == t->key)
            return 1;
        t = key < t->key ? t->left : t->right;
    }
    return 0;
}

static int rank(const struct tree *t, int key)
{
    int below = 0;
    while (t) {
        if (key <= t->key) {
            t = t->left;
        } else {
            below += 1 + size(t->left);
            t = t->right;
        }
    }
    return below;
}

int main(void)
{
    int keys[3];
    int i, j;
    struct tree *root = NULL;
    for (i = 0; i < 3; i++) {
        keys[i] = nondet_int();
        __CPROVER_assume(keys[i] >= 0 && keys[i] <= 10);
        for (j = 0; j < i; j++)
            __CPROVER_assume(keys[i] != keys[j]);
        root = insert(root, keys[i]);
    }
    for (i = 0; i < 3; i++)
        assert(contains(root, keys[i]));
    assert(size(root) == 3);
    assert(rank(root, 11) == 3);
    return 0;
}
