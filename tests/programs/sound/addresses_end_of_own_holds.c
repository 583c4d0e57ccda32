// because: check
// expect: holds
// The end of an array is compared with pointers into it, and with addresses inside of other objects.
#include <assert.h>
struct node { struct node *next; int value; };
int nondet_int(void);
int a[4], b[4];

int main(void)
{
    int *begin = nondet_int() ? a : b, *end = begin + 4;
    int sum = 0;
    for (int *p = begin; p != end; p++)
        sum += *p;
    assert(sum == 0);
    struct node one = {0, 1}, two = {&one, 2};
    for (struct node *p = &two; p != &one; p = p->next)
        assert(p->value == 2);
    assert(&a[2] != &b[0] && &a[4] != &b[1]);
    return 0;
}
