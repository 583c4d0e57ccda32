// fault: line 38
#include <assert.h>

int nondet_int(void);

#define CAPACITY 6

struct heap {
    int item[CAPACITY];
    int size;
};

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

static void push(struct heap *h, int value)
{
    int i = h->size++;
    h->item[i] = value;
    while (i > 0 && h->item[(i - 1) / 2] > h->item[i]) {
        swap(&h->item[(i - 1) / 2], &h->item[i]);
        i = (i - 1) / 2;
    }
}

static int pop(struct heap *h)
{
    int top = h->item[0], i = 0;
    h->item[0] = h->item[--h->size];
    for (;;) {
        int left = 2 * i + 1, right = 2 * i + 2, least = i;
        if (left < h->size && h->item[left] < h->item[least])
            least = left;
        if (right < h->size && h->item[right] < h->item[i])
            least = right;
        if (least == i)
            break;
        swap(&h->item[i], &h->item[least]);
        i = least;
    }
    return top;
}

int main(void)
{
    struct heap h;
    int i, last, count = 4;
    h.size = 0;
    for (i = 0; i < count; i++) {
        int value = nondet_int();
        __CPROVER_assume(value >= 0 && value <= 50);
        push(&h, value);
    }
    assert(h.size == count);
    last = pop(&h);
    for (i = 1; i < count; i++) {
        int next = pop(&h);
        assert(last <= next);
        last = next;
    }
    assert(h.size == 0);
    return 0;
}
