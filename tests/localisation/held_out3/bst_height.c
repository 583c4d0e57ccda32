// fault: line 42
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

struct node {
    int key;
    struct node *left;
    struct node *right;
};

static struct node *make(int key)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->key = key;
    n->left = NULL;
    n->right = NULL;
    return n;
}

static struct node *insert(struct node *root, int key)
{
    if (!root)
        return make(key);
    if (key < root->key)
        root->left = insert(root->left, key);
    else if (key > root->key)
        root->right = insert(root->right, key);
    return root;
}

static int height(const struct node *root)
{
    int left, right;
    if (!root)
        return 0;
    left = height(root->left);
    right = height(root->right);
    return left < right ? left + 1 : right + 1;
}

static int size(const struct node *root)
{
    return root ? size(root->left) + size(root->right) + 1 : 0;
}

static int contains(const struct node *root, int key)
{
    while (root && root->key != key)
        root = key < root->key ? root->left : root->right;
    return root != NULL;
}

static void destroy(struct node *root)
{
    if (!root)
        return;
    destroy(root->left);
    destroy(root->right);
    free(root);
}

int main(void)
{
    struct node *root = NULL;
    int i, keys[3];
    for (i = 0; i < 3; i++) {
        keys[i] = nondet_int();
        __CPROVER_assume(keys[i] >= 0 && keys[i] < 10);
        root = insert(root, keys[i]);
    }
    for (i = 0; i < 3; i++)
        assert(contains(root, keys[i]));
    assert(height(root) <= size(root));
    assert((1 << height(root)) > size(root));
    destroy(root);
    return 0;
}
