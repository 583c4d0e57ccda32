// because: run
// expect: same-as-cc
#include <stdio.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node b = {2, 0}, a = {1, &b};
    int sum = 0;
    for (struct node *n = &a; n; n = n->next)
        sum += n->value;
    printf("%d\n", sum);
    return 0;
}
