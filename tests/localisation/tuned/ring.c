// fault: line 47
#include <assert.h>

#define SIZE 4

int nondet_int(void);

struct ring {
    int item[SIZE];
    int head;
    int tail;
    int count;
};

static void init(struct ring *r)
{
    r->head = 0;
    r->tail = 0;
    r->count = 0;
}

static int is_full(const struct ring *r)
{
    return r->count == SIZE;
}

static int is_empty(const struct ring *r)
{
    return r->count == 0;
}

static int put(struct ring *r, int value)
{
    if (is_full(r))
        return 0;
    r->item[r->tail] = value;
    r->tail = (r->tail + 1) % SIZE;
    r->count++;
    return 1;
}

static int get(struct ring *r, int *value)
{
    if (is_empty(r))
        return 0;
    *value = r->item[r->head];
    r->head = (r->tail + 1) % SIZE;
    r->count--;
    return 1;
}

int main(void)
{
    struct ring r;
    int next_in = 100, next_out = 100, operation;

    init(&r);
    for (operation = 0; operation < 5; operation++) {
        int write = nondet_int();
        int value = -1;
        __CPROVER_assume(write == 0 || write == 1);
        if (write) {
            if (put(&r, next_in))
                next_in++;
        } else if (get(&r, &value)) {
            assert(value == next_out);
            next_out++;
        }
        assert(r.count >= 0 && r.count <= SIZE);
        assert(next_in - next_out == r.count);
    }
    return 0;
}
