// fault: line 45
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int nondet_int(void);

struct symbol {
    char name;
    int value;
    int reads;
    struct symbol *next;
};

static struct symbol *table;

static struct symbol *lookup(char name)
{
    struct symbol *s;
    for (s = table; s; s = s->next)
        if (s->name == name)
            return s;
    return NULL;
}

static struct symbol *define(char name, int value)
{
    struct symbol *s = lookup(name);
    if (!s) {
        s = malloc(sizeof *s);
        if (!s)
            exit(2);
        s->name = name;
        s->reads = 0;
        s->next = table;
        table = s;
    }
    s->value = value;
    return s;
}

static int fetch(char name, int missing)
{
    struct symbol *s = lookup(name);
    s->reads++;
    return s ? s->value : missing;
}

static void forget(void)
{
    while (table) {
        struct symbol *next = table->next;
        free(table);
        table = next;
    }
}

/* a = 1, b = a, ... in three letters each */
static void assign(const char *text)
{
    int value;
    if (text[2] >= '0' && text[2] <= '9')
        value = text[2] - '0';
    else
        value = fetch(text[2], 0);
    define(text[0], value);
}

int main(void)
{
    char line[4] = "a=1";
    int i, last = 0;

    for (i = 0; i < 2; i++) {
        int left = nondet_int(), right = nondet_int();
        __CPROVER_assume(left >= 'a' && left <= 'c');
        __CPROVER_assume((right >= 'a' && right <= 'c') || (right >= '0' && right <= '9'));
        line[0] = (char)left;
        line[2] = (char)right;
        assign(line);
        last = left;
    }
    assert(lookup((char)last) != NULL);
    assert(fetch((char)last, -1) >= 0);
    forget();
    return 0;
}
