// fault: line 46
#include <assert.h>

unsigned char nondet_uchar(void);
int nondet_int(void);

#define PAYLOAD 4
#define FRAME (PAYLOAD + 3)
#define START 0x7e
#define ESCAPE 0x7d

struct frame {
    unsigned char bytes[FRAME];
    int length;
};

static unsigned char checksum(const unsigned char *data, int n)
{
    unsigned sum = 0;
    int i;
    for (i = 0; i < n; i++)
        sum += data[i];
    return (unsigned char)(0xff - (sum & 0xff));
}

static void build(struct frame *f, const unsigned char *data, int n)
{
    int i;
    f->bytes[0] = START;
    f->bytes[1] = (unsigned char)n;
    for (i = 0; i < n; i++)
        f->bytes[2 + i] = data[i];
    f->bytes[2 + n] = checksum(data, n);
    f->length = n + 3;
}

static int verify(const struct frame *f)
{
    int n, i;
    unsigned sum = 0;
    if (f->length < 3 || f->bytes[0] != START)
        return 0;
    n = f->bytes[1];
    if (n != f->length - 3)
        return 0;
    for (i = 0; i < n; i++)
        sum += f->bytes[2 + i];
    return (sum & 0xff) == 0xff;
}

int main(void)
{
    unsigned char data[PAYLOAD];
    struct frame f;
    int i, n = nondet_int(), at = nondet_int(), flip = nondet_int();
    __CPROVER_assume(n >= 0 && n <= PAYLOAD);
    __CPROVER_assume(at >= 2 && at < n + 3);
    __CPROVER_assume(flip >= 0 && flip < 8);
    for (i = 0; i < PAYLOAD; i++)
        data[i] = nondet_uchar();
    build(&f, data, n);
    assert(verify(&f));
    f.bytes[at] ^= (unsigned char)(1 << flip);
    assert(!verify(&f));
    f.bytes[at] ^= (unsigned char)(1 << flip);
    f.length--;
    assert(!verify(&f));
    return 0;
}
