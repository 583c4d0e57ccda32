// because: run
// expect: fails pointer_dereference at line 14
#include <stdio.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node b = {2, 0}, a = {1, &b};
    int sum = 0;
    for (struct node *n = &a; sum < 10; n = n->next)
        sum += n->value; /* fails */
    printf("%d\n", sum);
    return 0;
}
