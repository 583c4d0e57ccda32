// fault: line 75
/* A balanced search tree: after each insertion the heights of the two sides differ by one at most. */
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

struct node {
    int key;
    int height;
    struct node *left, *right;
};

static int height(const struct node *n)
{
    return n ? n->height : 0;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void update(struct node *n)
{
    n->height = 1 + larger(height(n->left), height(n->right));
}

static struct node *rotate_right(struct node *n)
{
    struct node *up = n->left;
    n->left = up->right;
    up->right = n;
    update(n);
    update(up);
    return up;
}

static struct node *rotate_left(struct node *n)
{
    struct node *up = n->right;
    n->right = up->left;
    up->left = n;
    update(n);
    update(up);
    return up;
}

static int balance(const struct node *n)
{
    return height(n->left) - height(n->right);
}

static struct node *insert(struct node *n, int key)
{
    if (!n) {
        n = malloc(sizeof *n);
        __CPROVER_assume(n != NULL);
        n->key = key;
        n->height = 1;
        n->left = n->right = NULL;
        return n;
    }
    if (key < n->key)
        n->left = insert(n->left, key);
    else
        n->right = insert(n->right, key);
    update(n);
    if (balance(n) > 1) {
        if (balance(n->left) < 0)
            n->left = rotate_left(n->left);
        return rotate_right(n);
    }
    if (balance(n) < -1) {
        if (balance(n->right) < 0)
            n->right = rotate_right(n->right);
        return rotate_left(n);
    }
    return n;
}

static int depth(const struct node *n)
{
    if (!n)
        return 0;
    return 1 + larger(depth(n->left), depth(n->right));
}

int main(void)
{
    struct node *root = NULL;
    for (int i = 0; i < 3; i++) {
        int key = nondet_int();
        __CPROVER_assume(key >= 0 && key < 100);
        root = insert(root, key);
    }
    assert(depth(root) == height(root));
    assert(depth(root) <= 2);
    return 0;
}
