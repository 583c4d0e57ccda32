// fault: line 63
#include <assert.h>

unsigned nondet_uint(void);

/* Writes a code point; the number of bytes, or 0 if there is no such character. */
static int encode(unsigned code, unsigned char *out)
{
    if (code < 0x80) {
        out[0] = (unsigned char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (unsigned char)(0xC0 | (code >> 6));
        out[1] = (unsigned char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code >= 0xD800 && code <= 0xDFFF)
        return 0;
    if (code < 0x10000) {
        out[0] = (unsigned char)(0xE0 | (code >> 12));
        out[1] = (unsigned char)(0x80 | ((code >> 6) & 0x3F));
        out[2] = (unsigned char)(0x80 | (code & 0x3F));
        return 3;
    }
    if (code > 0x10FFFF)
        return 0;
    out[0] = (unsigned char)(0xF0 | (code >> 18));
    out[1] = (unsigned char)(0x80 | ((code >> 12) & 0x3F));
    out[2] = (unsigned char)(0x80 | ((code >> 6) & 0x3F));
    out[3] = (unsigned char)(0x80 | (code & 0x3F));
    return 4;
}

static int announced(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if ((lead & 0xE0) == 0xC0)
        return 2;
    if ((lead & 0xF0) == 0xE0)
        return 3;
    if ((lead & 0xF8) == 0xF0)
        return 4;
    return 0;
}

static unsigned decode(const unsigned char *in, int count)
{
    unsigned code;
    int i;

    switch (count) {
    case 1:
        return in[0];
    case 2:
        code = in[0] & 0x1F;
        break;
    case 3:
        code = in[0] & 0x0F;
        break;
    default:
        code = in[0] & 0x03;
        break;
    }
    for (i = 1; i < count; i++)
        code = (code << 6) | (in[i] & 0x3F);
    return code;
}

static int is_tail(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

int main(void)
{
    unsigned char bytes[4] = {0, 0, 0, 0};
    unsigned code = nondet_uint();
    int count, i;

    __CPROVER_assume(code <= 0x110000);
    count = encode(code, bytes);
    if (count == 0)
        return 0;
    assert(announced(bytes[0]) == count);
    for (i = 1; i < count; i++)
        assert(is_tail(bytes[i]));
    bytes[0] &= 0x7F | (count > 1 ? 0x80 : 0);
    assert(decode(bytes, count) == code);
    return 0;
}
