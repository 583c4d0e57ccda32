// because: check --function first --min-null-tree-depth 1 --max-nondet-tree-depth 1
// expect: holds
#include <assert.h>

struct node {
    int value;
    struct node *next;
};

int first(struct node *list) {
    int value = list->value;
    assert(!list->next);
    return value;
}
