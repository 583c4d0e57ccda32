/*
 * A red-black tree into which a few numbers are inserted, with its rules as assertions, for the tests of `diagnose`.
 */
#include <assert.h>
#include <stdlib.h>

enum colour { RED, BLACK };

struct node {
    int value;
    enum colour colour;
    struct node *left, *right, *parent;
};

static struct node *root;

static enum colour colour_of(struct node *n) {
    return n == NULL ? BLACK : n->colour;
}

static struct node *grandparent(struct node *n) {
    assert(n != NULL && n->parent != NULL);
    return n->parent->parent;
}

static struct node *uncle(struct node *n) {
    struct node *g = grandparent(n);
    assert(g != NULL);
    if (n->parent == g->left)
        return g->right;
    return g->left;
}

static void replace(struct node *old, struct node *new) {
    assert(old != NULL);
    if (old->parent == NULL) {
        root = new;
    } else if (old == old->parent->left) {
        old->parent->left = new;
    } else {
        old->parent->right = new;
    }
    if (new != NULL)
        new->parent = old->parent;
}

static void rotate_left(struct node *n) {
    struct node *r = n->right;
    assert(r != NULL);
    replace(n, r);
    n->right = r->left;
    if (r->left != NULL)
        r->left->parent = n;
    r->left = n;
    n->parent = r;
}

static void rotate_right(struct node *n) {
    struct node *l = n->left;
    assert(l != NULL);
    replace(n, l);
    n->left = l->right;
    if (l->right != NULL)
        l->right->parent = n;
    l->right = n;
    n->parent = l;
}

static void repair(struct node *n) {
    struct node *g;
    while (1) {
        if (n->parent == NULL) {
            n->colour = BLACK;
            return;
        }
        if (colour_of(n->parent) == BLACK)
            return;
        if (colour_of(uncle(n)) == RED) {
            n->parent->colour = BLACK;
            uncle(n)->colour = BLACK;
            g = grandparent(n);
            g->colour = RED;
            n = g;
            continue;
        }
        g = grandparent(n);
        if (n == n->parent->right && n->parent == g->left) {
            rotate_left(n->parent);
            n = n->left;
        } else if (n == n->parent->left && n->parent == g->right) {
            rotate_right(n->parent);
            n = n->right;
        }
        g = grandparent(n);
        n->parent->colour = BLACK;
        g->colour = RED;
        if (n == n->parent->left && n->parent == g->left) {
            rotate_right(g);
        } else {
            rotate_left(g);
        }
        return;
    }
}

static void insert(int value) {
    struct node *n = malloc(sizeof *n);
    struct node *at;
    n->value = value;
    n->colour = RED;
    n->left = NULL;
    n->right = NULL;
    n->parent = NULL;
    if (root == NULL) {
        root = n;
    } else {
        at = root;
        while (1) {
            if (value <= at->value) {
                if (at->left == NULL) {
                    at->left = n;
                    break;
                }
                at = at->left;
            } else {
                if (at->right == NULL) {
                    at->right = n;
                    break;
                }
                at = at->right;
            }
        }
        n->parent = at;
    }
    repair(n);
    assert(root->colour == BLACK);
}

static void check(struct node *n) {
    if (n == NULL)
        return;
    if (n->colour == RED)
        assert(colour_of(n->left) == BLACK && colour_of(n->right) == BLACK);
    if (n->left != NULL)
        assert(n->left->value <= n->value);
    if (n->right != NULL)
        assert(n->right->value >= n->value);
    check(n->left);
    check(n->right);
}

static int size(struct node *n) {
    return n == NULL ? 0 : 1 + size(n->left) + size(n->right);
}

int nondet_int(void);

int main(void) {
    int count = nondet_int();
    int i;
    if (count < 0 || count > 4)
        return 0;
    for (i = 0; i < count; i++) {
        int value = nondet_int();
        insert(value);
        check(root);
        assert(size(root) == i + 1);
    }
    return 0;
}
