// fault: line 65, 66
#include <assert.h>

#define END 0xC0u
#define ESC 0xDBu
#define ESC_END 0xDCu
#define ESC_ESC 0xDDu

unsigned char nondet_uchar(void);
int nondet_int(void);

struct receiver {
    unsigned char data[8];
    int count;
    int escaped;
    int complete;
    int errors;
};

static int send(const unsigned char *data, int count, unsigned char *line)
{
    int i, n = 0;
    line[n++] = END;
    for (i = 0; i < count; i++) {
        if (data[i] == END) {
            line[n++] = ESC;
            line[n++] = ESC_END;
        } else if (data[i] == ESC) {
            line[n++] = ESC;
            line[n++] = ESC_ESC;
        } else {
            line[n++] = data[i];
        }
    }
    line[n++] = END;
    return n;
}

static void store(struct receiver *r, unsigned char byte)
{
    if (r->count < 8)
        r->data[r->count++] = byte;
    else
        r->errors++;
}

static void receive(struct receiver *r, unsigned char byte)
{
    if (r->escaped) {
        if (byte == ESC_END)
            store(r, END);
        else if (byte == ESC_ESC)
            store(r, ESC);
        else
            r->errors++;
        r->escaped = 0;
        return;
    }
    switch (byte) {
    case END:
        if (r->count > 0)
            r->complete = 1;
        break;
    case ESC:
        r->escaped = 1;
        /* fall through */
    default:
        store(r, byte);
    }
}

int main(void)
{
    struct receiver r = {{0}, 0, 0, 0, 0};
    unsigned char data[3], line[10];
    int count = nondet_int(), sent, i;

    __CPROVER_assume(count >= 1 && count <= 3);
    for (i = 0; i < count; i++)
        data[i] = nondet_uchar();
    sent = send(data, count, line);
    assert(sent >= count + 2 && sent <= 2 * count + 2);
    for (i = 0; i < sent; i++)
        receive(&r, line[i]);
    assert(r.errors == 0);
    assert(r.complete);
    assert(r.count == count);
    for (i = 0; i < count; i++)
        assert(r.data[i] == data[i]);
    return 0;
}
