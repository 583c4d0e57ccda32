// fault: line 68
/* Trees of expressions: built, made simpler, evaluated; making simpler must not change the value. */
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

enum kind { NUMBER, VARIABLE, PLUS, MINUS, TIMES };

struct expr {
    enum kind kind;
    int number;
    struct expr *left, *right;
};

static struct expr *make(enum kind kind, int number, struct expr *left, struct expr *right)
{
    struct expr *e = malloc(sizeof *e);
    __CPROVER_assume(e != NULL);
    e->kind = kind;
    e->number = number;
    e->left = left;
    e->right = right;
    return e;
}

static struct expr *number(int n)
{
    return make(NUMBER, n, NULL, NULL);
}

static int is_number(const struct expr *e, int n)
{
    return e->kind == NUMBER && e->number == n;
}

static int value(const struct expr *e, int x)
{
    switch (e->kind) {
    case NUMBER:
        return e->number;
    case VARIABLE:
        return x;
    case PLUS:
        return value(e->left, x) + value(e->right, x);
    case MINUS:
        return value(e->left, x) - value(e->right, x);
    case TIMES:
        return value(e->left, x) * value(e->right, x);
    }
    return 0;
}

static struct expr *simpler(struct expr *e)
{
    if (e->kind == NUMBER || e->kind == VARIABLE)
        return e;
    e->left = simpler(e->left);
    e->right = simpler(e->right);
    switch (e->kind) {
    case PLUS:
        if (is_number(e->left, 0))
            return e->right;
        if (is_number(e->right, 0))
            return e->left;
        break;
    case MINUS:
        if (is_number(e->left, 0))
            return e->left;
        break;
    case TIMES:
        if (is_number(e->left, 1))
            return e->right;
        if (is_number(e->right, 1))
            return e->left;
        if (is_number(e->left, 0) || is_number(e->right, 0))
            return number(0);
        break;
    default:
        break;
    }
    return e;
}

int main(void)
{
    int a = nondet_int(), b = nondet_int(), x = nondet_int(), k = nondet_int();
    __CPROVER_assume(a >= 0 && a <= 3 && b >= 0 && b <= 3);
    __CPROVER_assume(x >= -10 && x <= 10);
    __CPROVER_assume(k >= PLUS && k <= TIMES);
    struct expr *variable = make(VARIABLE, 0, NULL, NULL);
    struct expr *inner = make((enum kind)k, 0, number(a), variable);
    struct expr *outer = make(PLUS, 0, inner, number(b));
    int before = value(outer, x);
    struct expr *small = simpler(outer);
    assert(value(small, x) == before);
    return 0;
}
