// because: check --function walk --max-nondet-tree-depth 2
// expect: fails assertion at line 9
struct node {
    struct node *next;
    int value;
};

int walk(struct node *list) {
    __CPROVER_assert(list == 0 || list->next == 0, "two are possible");
    return 0;
}
