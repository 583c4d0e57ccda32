// because: check --function walk --max-nondet-tree-depth 2 --min-null-tree-depth 1
// expect: holds
struct node {
    struct node *next;
    int value;
};

int walk(struct node *list, void *data) {
    __CPROVER_assert(list != 0 && data != 0, "not null");
    ((char *)data)[0] = 1;
    if (list->next)
        __CPROVER_assert(list->next->next == 0, "two at most");
    return list->value;
}
