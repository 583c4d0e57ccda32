// fault: line 55
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

struct node {
    int key;
    struct node *left;
    struct node *right;
};

static struct node *leaf(int key)
{
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        abort();
    n->key = key;
    n->left = n->right = NULL;
    return n;
}

static void insert(struct node **root, int key)
{
    while (*root) {
        if (key == (*root)->key)
            return;
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    }
    *root = leaf(key);
}

static int contains(const struct node *n, int key)
{
    while (n && n->key != key)
        n = key < n->key ? n->left : n->right;
    return n != NULL;
}

static void erase(struct node **root, int key)
{
    struct node *n;
    while (*root && (*root)->key != key)
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    n = *root;
    if (!n)
        return;
    if (n->left && n->right) {
        struct node **least = &n->right;
        struct node *taken;
        while ((*least)->left)
            least = &(*least)->left;
        taken = *least;
        n->key = taken->key;
        *least = taken->left;
        free(taken);
        return;
    }
    *root = n->left ? n->left : n->right;
    free(n);
}

static int size(const struct node *n)
{
    return n ? 1 + size(n->left) + size(n->right) : 0;
}

int main(void)
{
    struct node *root = NULL;
    int keys[4], i, gone, before;

    for (i = 0; i < 4; i++) {
        keys[i] = nondet_int();
        __CPROVER_assume(keys[i] >= 0 && keys[i] < 10);
        insert(&root, keys[i]);
        assert(contains(root, keys[i]));
    }
    before = size(root);
    assert(before >= 1 && before <= 4);
    gone = nondet_int();
    __CPROVER_assume(gone >= 0 && gone < 4);
    erase(&root, keys[gone]);
    assert(!contains(root, keys[gone]));
    assert(size(root) == before - 1);
    return 0;
}
