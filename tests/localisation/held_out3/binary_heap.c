// fault: line 45
#include <assert.h>

int nondet_int(void);

#define MOST 7

static int heap[MOST];
static int count;

static void swap(int i, int j)
{
    int t = heap[i];
    heap[i] = heap[j];
    heap[j] = t;
}

static void up(int i)
{
    while (i > 0 && heap[(i - 1) / 2] > heap[i]) {
        swap(i, (i - 1) / 2);
        i = (i - 1) / 2;
    }
}

static void down(int i)
{
    for (;;) {
        int left = 2 * i + 1, right = 2 * i + 2, least = i;
        if (left < count && heap[left] < heap[least])
            least = left;
        if (right < count && heap[right] < heap[least])
            least = right;
        if (least == i)
            return;
        swap(i, least);
        i = least;
    }
}

static int pop(void)
{
    int result = heap[0];
    heap[0] = heap[--count];
    up(0);
    return result;
}

static int push(int value)
{
    if (count == MOST)
        return 0;
    heap[count] = value;
    up(count++);
    return 1;
}

static void use_all(void)
{
    down(0);
}

int main(void)
{
    int i, last;
    for (i = 0; i < 4; i++) {
        int value = nondet_int();
        __CPROVER_assume(value >= 0 && value < 100);
        assert(push(value));
    }
    use_all();
    last = pop();
    while (count > 0) {
        int next = pop();
        assert(last <= next);
        last = next;
    }
    return 0;
}
