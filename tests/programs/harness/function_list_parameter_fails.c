// because: check --function second
// expect: fails assertion at line 6
struct node { int value; struct node *next; };
void second(struct node *list) {
    if (list && list->next)
        __CPROVER_assert(list->next->value != 3, "any list"); /* fails */
}
