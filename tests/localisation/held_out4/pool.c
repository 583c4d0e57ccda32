// fault: line 50
/* Blocks of a fixed arena: first fit, neighbours joined when a block is given back. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define ARENA 16
#define BLOCKS 8

struct block {
    int start;
    int size;
    bool free;
};

static struct block blocks[BLOCKS];
static int count;

static void start(void)
{
    blocks[0].start = 0;
    blocks[0].size = ARENA;
    blocks[0].free = true;
    count = 1;
}

static void open_gap(int at)
{
    for (int i = count; i > at; i--)
        blocks[i] = blocks[i - 1];
    count++;
}

static void close_gap(int at)
{
    count--;
    for (int i = at; i < count; i++)
        blocks[i] = blocks[i + 1];
}

static int reserve(int size)
{
    for (int i = 0; i < count; i++) {
        if (!blocks[i].free || blocks[i].size < size)
            continue;
        if (blocks[i].size > size) {
            open_gap(i + 1);
            blocks[i + 1].start = blocks[i].start + size;
            blocks[i + 1].size = blocks[i].size;
            blocks[i + 1].free = true;
            blocks[i].size = size;
        }
        blocks[i].free = false;
        return blocks[i].start;
    }
    return -1;
}

static void join(int i)
{
    if (i + 1 < count && blocks[i + 1].free) {
        blocks[i].size += blocks[i + 1].size;
        close_gap(i + 1);
    }
}

static void release(int address)
{
    for (int i = 0; i < count; i++) {
        if (blocks[i].start != address || blocks[i].free)
            continue;
        blocks[i].free = true;
        join(i);
        if (i > 0 && blocks[i - 1].free)
            join(i - 1);
        return;
    }
}

static int free_space(void)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        if (blocks[i].free)
            sum += blocks[i].size;
    return sum;
}

int main(void)
{
    int a = nondet_int(), b = nondet_int();
    __CPROVER_assume(a >= 1 && a <= 8 && b >= 1 && b <= 8);
    start();
    int p = reserve(a);
    int q = reserve(b);
    assert(p >= 0 && q >= 0);
    assert(p + a <= q || q + b <= p);
    assert(q + b <= ARENA);
    release(p);
    assert(free_space() <= ARENA);
    release(q);
    assert(count == 1);
    return 0;
}
