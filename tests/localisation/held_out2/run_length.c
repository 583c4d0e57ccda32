// fault: line 28
#include <assert.h>

#define MAX 6

char nondet_char(void);
int nondet_int(void);

struct packed {
    unsigned char bytes[2 * MAX];
    int used;
};

static void emit(struct packed *p, int count, char c)
{
    p->bytes[p->used++] = (unsigned char)count;
    p->bytes[p->used++] = (unsigned char)c;
}

static void pack(struct packed *p, const char *text, int length)
{
    int i, count = 0;
    p->used = 0;
    for (i = 0; i < length; i++) {
        count++;
        if (i + 1 == length || text[i + 1] != text[i]) {
            emit(p, count, text[i]);
            count = 1;
        }
    }
}

static int unpacked_length(const struct packed *p)
{
    int i, sum = 0;
    for (i = 0; i < p->used; i += 2)
        sum += p->bytes[i];
    return sum;
}

static int unpack(const struct packed *p, char *text, int room)
{
    int i, n = 0, k;
    for (i = 0; i < p->used; i += 2)
        for (k = 0; k < p->bytes[i] && n < room; k++)
            text[n++] = (char)p->bytes[i + 1];
    return n;
}

int main(void)
{
    char text[MAX], back[MAX];
    struct packed p;
    int length = nondet_int(), i;

    __CPROVER_assume(length >= 0 && length <= MAX);
    for (i = 0; i < length; i++) {
        text[i] = nondet_char();
        __CPROVER_assume(text[i] >= 'x' && text[i] <= 'z');
    }
    pack(&p, text, length);
    assert(p.used % 2 == 0);
    assert(p.used <= 2 * length);
    assert(unpacked_length(&p) == length);
    assert(unpack(&p, back, MAX) == length);
    for (i = 0; i < length; i++)
        assert(back[i] == text[i]);
    return 0;
}
