// fault: line 66
#include <assert.h>
#include <string.h>

#define SIZE 8

int nondet_int(void);
char nondet_char(void);

/* Text with a hole at the cursor, as editors keep it. */
struct buffer {
    char text[SIZE];
    int start;
    int end;
};

static void init(struct buffer *b)
{
    b->start = 0;
    b->end = SIZE;
}

static int length(const struct buffer *b)
{
    return SIZE - (b->end - b->start);
}

static char at(const struct buffer *b, int index)
{
    if (index < b->start)
        return b->text[index];
    return b->text[index + (b->end - b->start)];
}

static int insert(struct buffer *b, char c)
{
    if (b->start == b->end)
        return 0;
    b->text[b->start] = c;
    b->start++;
    return 1;
}

static void left(struct buffer *b)
{
    if (b->start == 0)
        return;
    b->end--;
    b->start--;
    b->text[b->end] = b->text[b->start];
}

static void right(struct buffer *b)
{
    if (b->end == SIZE)
        return;
    b->text[b->start] = b->text[b->end];
    b->start++;
    b->end++;
}

static int erase(struct buffer *b)
{
    if (b->start == 0)
        return 0;
    b->end++;
    return 1;
}

int main(void)
{
    struct buffer b;
    char first, second;
    int i, moves, before;

    init(&b);
    first = nondet_char();
    second = nondet_char();
    __CPROVER_assume(first >= 'a' && first <= 'z');
    __CPROVER_assume(second >= 'a' && second <= 'z');
    insert(&b, first);
    insert(&b, second);
    assert(length(&b) == 2);
    assert(at(&b, 0) == first && at(&b, 1) == second);

    moves = nondet_int();
    __CPROVER_assume(moves >= 0 && moves <= 2);
    for (i = 0; i < moves; i++)
        left(&b);
    assert(at(&b, 0) == first && at(&b, 1) == second);
    before = length(&b);
    if (erase(&b)) {
        assert(length(&b) == before - 1);
        assert(at(&b, 0) == (moves == 0 ? first : second));
    }
    right(&b);
    assert(b.start <= b.end);
    return 0;
}
