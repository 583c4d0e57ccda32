// fault: line 27
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

struct node {
    int key;
    struct node *left;
    struct node *right;
};

static struct node *make(int key, struct node *left, struct node *right)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->key = key;
    n->left = left;
    n->right = right;
    return n;
}

static struct node *rotate_left(struct node *n)
{
    struct node *up = n->right;
    n->right = up->right;
    up->left = n;
    return up;
}

static struct node *rotate_right(struct node *n)
{
    struct node *up = n->left;
    n->left = up->right;
    up->right = n;
    return up;
}

static int height(const struct node *n)
{
    int l, r;
    if (!n)
        return 0;
    l = height(n->left);
    r = height(n->right);
    return 1 + (l > r ? l : r);
}

static struct node *balance(struct node *n)
{
    int lean = height(n->left) - height(n->right);
    if (lean > 1)
        return rotate_right(n);
    if (lean < -1)
        return rotate_left(n);
    return n;
}

static int count(const struct node *n, int key)
{
    if (!n)
        return 0;
    return (n->key == key) + count(n->left, key) + count(n->right, key);
}

int main(void)
{
    int a = nondet_int(), b = nondet_int(), c = nondet_int(), side = nondet_int();
    struct node *root;
    __CPROVER_assume(a >= 0 && a < b && b < c && c <= 40);
    __CPROVER_assume(side == 0 || side == 1);
    if (side)
        root = make(a, NULL, make(b, NULL, make(c, NULL, NULL)));
    else
        root = make(c, make(b, make(a, NULL, NULL), NULL), NULL);
    root = balance(root);
    assert(count(root, b) == 1);
    assert(height(root) == 2);
    assert(root->key == b);
    return 0;
}
