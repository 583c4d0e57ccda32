// because: check --function sum
// expect: holds
struct node { unsigned char value; struct node *next; };
int sum(struct node *list) {
    int total = 0, count = 0;
    while (list && count < 10) {
        total += list->value;
        list = list->next;
        count++;
    }
    __CPROVER_assert(total <= 255 * count, "bytes");
    return total;
}
