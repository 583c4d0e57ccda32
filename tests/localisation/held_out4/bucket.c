// fault: line 34
/* A token bucket: requests of several sizes, refilled with time, never above its capacity. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define CAPACITY 10
#define RATE 2
#define EVENTS 4

struct bucket {
    int tokens;
    int last;
    int accepted;
    int refused;
};

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void refill(struct bucket *b, int now)
{
    int elapsed = now - b->last;
    b->tokens = least(CAPACITY, b->tokens + elapsed * RATE);
    b->last = now;
}

static bool request(struct bucket *b, int now, int size)
{
    refill(b, now);
    if (size > b->tokens + 1) {
        b->refused++;
        return false;
    }
    b->tokens -= size;
    b->accepted++;
    return true;
}

static int wait_for(const struct bucket *b, int size)
{
    if (b->tokens >= size)
        return 0;
    return (size - b->tokens + RATE - 1) / RATE;
}

int main(void)
{
    struct bucket b = {CAPACITY, 0, 0, 0};
    int now = 0, spent = 0;
    for (int i = 0; i < EVENTS; i++) {
        int step = nondet_int();
        int size = nondet_int();
        __CPROVER_assume(step >= 0 && step <= 5);
        __CPROVER_assume(size >= 1 && size <= CAPACITY);
        now += step;
        if (request(&b, now, size))
            spent += size;
        assert(b.tokens <= CAPACITY);
        assert(wait_for(&b, size) <= CAPACITY / RATE);
        assert(spent <= CAPACITY + now * RATE);
    }
    assert(b.accepted + b.refused == EVENTS);
    return 0;
}
