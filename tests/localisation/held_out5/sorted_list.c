// fault: line 50
/* A sorted list without duplicates: insertion, removal, lookup. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

int nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *head;
static int length;

static struct node **place_of(int value)
{
    struct node **at = &head;
    while (*at != NULL && (*at)->value < value)
        at = &(*at)->next;
    return at;
}

static bool has(int value)
{
    struct node *n = *place_of(value);
    return n != NULL && n->value == value;
}

static bool add(int value)
{
    struct node **at = place_of(value);
    struct node *n;
    if (*at != NULL && (*at)->value == value)
        return false;
    n = malloc(sizeof *n);
    __CPROVER_assume(n != NULL);
    n->value = value;
    n->next = *at;
    *at = n;
    length++;
    return true;
}

static bool drop(int value)
{
    struct node **at = place_of(value);
    struct node *n = *at;
    if (n == NULL)
        return false;
    *at = n->next;
    free(n);
    length--;
    return true;
}

int main(void)
{
    int a = nondet_int(), b = nondet_int(), c = nondet_int();
    __CPROVER_assume(a >= 0 && a < 9 && b >= 0 && b < 9 && c >= 0 && c < 9);
    add(a);
    add(b);
    assert(has(a));
    assert(has(b));
    int before = length;
    drop(c);
    assert(!has(c));
    if (c != a)
        assert(has(a));
    assert(before - length <= 1);
    return 0;
}
