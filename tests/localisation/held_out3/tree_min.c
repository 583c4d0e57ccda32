// fault: line 48
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

struct node {
    int key;
    int count;
    struct node *child[2];
};

static struct node pool[8];
static int allocated;

static struct node *leaf(int key)
{
    struct node *n = &pool[allocated++];
    n->key = key;
    n->count = 1;
    n->child[0] = n->child[1] = NULL;
    return n;
}

static void add(struct node **where, int key)
{
    while (*where) {
        struct node *n = *where;
        if (n->key == key) {
            n->count++;
            return;
        }
        where = &n->child[key > n->key];
    }
    *where = leaf(key);
}

static struct node *extreme(struct node *n, int side)
{
    while (n->child[side])
        n = n->child[side];
    return n;
}

static int rank(const struct node *n, int key)
{
    if (!n)
        return 1;
    if (key <= n->key)
        return rank(n->child[0], key);
    return n->count + rank(n->child[0], key) + rank(n->child[1], key);
}

static int total(const struct node *n)
{
    return n ? n->count + total(n->child[0]) + total(n->child[1]) : 0;
}

int main(void)
{
    struct node *root = NULL;
    int i, keys[3], below = 0, key;
    for (i = 0; i < 3; i++) {
        keys[i] = nondet_int();
        __CPROVER_assume(keys[i] >= -9 && keys[i] <= 9);
        add(&root, keys[i]);
    }
    key = nondet_int();
    __CPROVER_assume(key >= -9 && key <= 9);
    for (i = 0; i < 3; i++)
        below += keys[i] < key;
    assert(total(root) == 3);
    assert(extreme(root, 0)->key <= extreme(root, 1)->key);
    assert(rank(root, key) == below);
    return 0;
}
