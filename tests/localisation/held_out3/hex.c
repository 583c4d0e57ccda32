// fault: line 15
#include <assert.h>

unsigned nondet_uint(void);
char nondet_char(void);

static const char digits[] = "0123456789abcdef";

static int value_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A';
    return -1;
}

static int parse(const char *text, unsigned *out)
{
    unsigned result = 0;
    int i;
    for (i = 0; text[i]; i++) {
        int digit = value_of(text[i]);
        if (digit < 0)
            return 0;
        result = result << 4 | (unsigned)digit;
    }
    *out = result;
    return i > 0;
}

static void format(unsigned value, char *out, int width)
{
    int i;
    for (i = width - 1; i >= 0; i--) {
        out[i] = digits[value & 15u];
        value >>= 4;
    }
    out[width] = '\0';
}

static int same_text(char a, char b)
{
    if (a >= 'A' && a <= 'F')
        a += 'a' - 'A';
    if (b >= 'A' && b <= 'F')
        b += 'a' - 'A';
    return a == b;
}

int main(void)
{
    char text[3], again[3];
    unsigned value;
    text[0] = nondet_char();
    text[1] = nondet_char();
    text[2] = '\0';
    if (parse(text, &value)) {
        assert(value < 256);
        format(value, again, 2);
        if (text[1] != '\0') {
            assert(same_text(text[0], again[0]));
            assert(same_text(text[1], again[1]));
        }
    }
    value = nondet_uint() & 0xffu;
    format(value, again, 2);
    {
        unsigned back = 0;
        assert(parse(again, &back) && back == value);
    }
    return 0;
}
