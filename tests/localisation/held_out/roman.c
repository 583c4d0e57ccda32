// fault: line 45
#include <assert.h>

int nondet_int(void);

#define LONGEST 16

static const int values[] = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
static const char *const symbols[] = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};

static int value_of(char c)
{
    switch (c) {
    case 'M': return 1000;
    case 'D': return 500;
    case 'C': return 100;
    case 'L': return 50;
    case 'X': return 10;
    case 'V': return 5;
    case 'I': return 1;
    default: return 0;
    }
}

static int write_roman(int number, char *out)
{
    int i, length = 0;
    for (i = 0; i < 13; i++)
        while (number >= values[i]) {
            const char *s;
            for (s = symbols[i]; *s; s++)
                out[length++] = *s;
            number -= values[i];
        }
    out[length] = '\0';
    return length;
}

static int read_roman(const char *text)
{
    int total = 0, i;
    for (i = 0; text[i]; i++) {
        int here = value_of(text[i]);
        int next = value_of(text[i + 1]);
        if (here <= next)
            total -= here;
        else
            total += here;
    }
    return total;
}

int main(void)
{
    char text[LONGEST];
    int number = nondet_int(), length;
    __CPROVER_assume(number >= 1 && number <= 30);
    length = write_roman(number, text);
    assert(length > 0 && length < LONGEST);
    assert(read_roman(text) == number);
    return 0;
}
