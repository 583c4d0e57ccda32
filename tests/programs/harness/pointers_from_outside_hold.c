// because: check
// expect: holds
// A pointer from outside that is assumed to be the address of an object is that address: where it is compared, followed,
// counted with and made a number of.
#include <stdint.h>
#include <stdlib.h>
void *nondet_ptr(void);
int nondet_int(void);
void __CPROVER_havoc_object(void *);

struct node {
    struct node *next;
    int value;
};

static int first(int *p) { return *p; }
static int second(int *p) { return p != 0; }

static void variables(void) {
    int x = 4, y = 5;
    int *q = nondet_ptr(), *r;
    __CPROVER_assume(q == &x || q == &y);
    __CPROVER_assume(r == q);
    __CPROVER_assert(*q == 4 || *q == 5, "one of both");
    *r = 6;
    __CPROVER_assert(x == 6 ? y == 5 : y == 6, "stored through the other");
    __CPROVER_assert((uintptr_t)q == (uintptr_t)r, "the same number");
}

static void array(void) {
    int a[3] = {1, 2, 3};
    int *q = nondet_ptr(), *moved = nondet_ptr();
    __CPROVER_assume(q == &a[1] && moved + 1 == &a[1]);
    __CPROVER_assert(q[1] == 3 && q[-1] == 1 && q - a == 1 && q > a, "elements");
    __CPROVER_assert(moved == a && *moved == 1, "the element before");
}

static void nodes(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    __CPROVER_assume(a && b);
    __CPROVER_havoc_object(a);
    __CPROVER_assume(a->next == b && b->next == a);
    a->value = 1;
    a->next->next->value = 2;
    __CPROVER_assert(a->value == 2, "around");
    struct node *from = nondet_int() ? a->next : b;
    __CPROVER_assert(from == b && from->next == a, "two ways to one node");
}

static void function(void) {
    int x = 4;
    int (*called)(int *) = (int (*)(int *))nondet_ptr();
    __CPROVER_assume(called == first || called == second);
    int result = called(&x);
    __CPROVER_assert(result == 4 || result == 1, "one of both");
}

static void not_both(void) {
    int x, y;
    int *q = nondet_ptr();
    if (q == &x) __CPROVER_assert(q != &y && q != 0, "one address");
    if (q == 0) __CPROVER_assert(q != &x, "null is none");
}

int main(void) {
    variables();
    array();
    nodes();
    function();
    not_both();
}
