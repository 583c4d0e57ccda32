// fault: line 50
#include <assert.h>

int nondet_int(void);

#define BLOCKS 8

static int owner[BLOCKS];
static int free_blocks = BLOCKS;

static int run_length(int from)
{
    int n = 0;
    while (from + n < BLOCKS && owner[from + n] == 0)
        n++;
    return n;
}

static int first_fit(int size)
{
    int i;
    for (i = 0; i < BLOCKS; i++)
        if (owner[i] == 0 && run_length(i) >= size)
            return i;
    return -1;
}

static int allocate(int id, int size)
{
    int i, start;
    if (size <= 0 || size > free_blocks)
        return -1;
    start = first_fit(size);
    if (start < 0)
        return -1;
    for (i = 0; i < size; i++)
        owner[start + i] = id;
    free_blocks -= size;
    return start;
}

static int release(int id)
{
    int i, released = 0;
    for (i = 0; i < BLOCKS; i++)
        if (owner[i] == id) {
            owner[i] = 0;
            released++;
        }
    free_blocks = released;
    return released;
}

static int count_free(void)
{
    int i, n = 0;
    for (i = 0; i < BLOCKS; i++)
        n += owner[i] == 0;
    return n;
}

int main(void)
{
    int a = nondet_int(), b = nondet_int(), c = nondet_int();
    int at_a, at_b, at_c;
    __CPROVER_assume(a >= 1 && a <= 5 && b >= 1 && b <= 5 && c >= 0 && c <= 8);
    at_a = allocate(1, a);
    at_b = allocate(2, b);
    assert(at_a == 0);
    if (a + b <= BLOCKS)
        assert(at_b == a);
    release(1);
    assert(count_free() == free_blocks);
    at_c = allocate(3, c);
    if (c >= 1 && c <= a)
        assert(at_c == 0);
    assert(count_free() == free_blocks);
    return 0;
}
