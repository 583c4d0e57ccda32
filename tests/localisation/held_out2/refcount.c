// fault: line 62, 63
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

struct blob {
    int refs;
    int length;
};

struct view {
    struct blob *blob;
    int from;
    int to;
};

static int living;

static struct blob *blob_new(int length)
{
    struct blob *b = malloc(sizeof *b);
    if (!b)
        exit(1);
    b->refs = 1;
    b->length = length;
    living++;
    return b;
}

static struct blob *hold(struct blob *b)
{
    b->refs++;
    return b;
}

static void release(struct blob *b)
{
    if (--b->refs == 0) {
        living--;
        free(b);
    }
}

static struct view whole(int length)
{
    struct view v;
    v.blob = blob_new(length);
    v.from = 0;
    v.to = length;
    return v;
}

static struct view part(const struct view *v, int from, int to)
{
    struct view p = *v;
    if (from > p.to - p.from)
        from = p.to - p.from;
    if (to > p.to - p.from)
        to = p.to - p.from;
    p.to = p.from + to;
    p.from += from;
    return p;
}

static int view_length(const struct view *v)
{
    assert(v->to <= v->blob->length);
    return v->to - v->from;
}

static void view_done(struct view *v)
{
    release(v->blob);
    v->blob = NULL;
}

int main(void)
{
    int length = nondet_int(), from = nondet_int(), to = nondet_int();
    struct view all, some, copy;

    __CPROVER_assume(length >= 0 && length <= 100);
    __CPROVER_assume(from >= 0 && from <= to && to <= 120);
    all = whole(length);
    copy = all;
    hold(copy.blob);
    some = part(&all, from, to);
    assert(view_length(&some) >= 0);
    assert(view_length(&some) <= view_length(&all));
    view_done(&all);
    if (to > 50)
        view_done(&some);
    assert(view_length(&copy) == length);
    view_done(&copy);
    return 0;
}
