// because: run
// expect: fails pointer_dereference at line 17
#ifndef GOES_ON
#define GOES_ON sum < 10
#endif
#include <stdio.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node b = {2, 0}, a = {1, &b};
    int sum = 0;
    for (struct node *n = &a; GOES_ON; n = n->next)
        sum += n->value; /* fails */
    printf("%d\n", sum);
    return 0;
}
