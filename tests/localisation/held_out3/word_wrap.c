// fault: line 34
#include <assert.h>
#include <string.h>

char nondet_char(void);
int nondet_int(void);

#define LENGTH 7

static int is_blank(char c)
{
    return c == ' ';
}

static int word_end(const char *text, int at)
{
    while (text[at] != '\0' && !is_blank(text[at]))
        at++;
    return at;
}

/* Breaks lines at blanks; returns the number of lines. */
static int wrap(char *text, int width)
{
    int at = 0, column = 0, lines = 1, last_blank = -1;
    while (text[at] != '\0') {
        if (is_blank(text[at]))
            last_blank = at;
        column++;
        if (column > width && last_blank >= 0) {
            text[last_blank] = '\n';
            lines++;
            column = at - last_blank;
            last_blank = 0;
        }
        at++;
    }
    return lines;
}

static int breaks(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

int main(void)
{
    char text[LENGTH + 1];
    int i, width = nondet_int(), lines;
    for (i = 0; i < LENGTH; i++) {
        text[i] = nondet_char();
        __CPROVER_assume(text[i] == 'x' || text[i] == ' ');
    }
    text[LENGTH] = '\0';
    __CPROVER_assume(text[0] == 'x');
    __CPROVER_assume(width >= 2 && width <= 4);
    lines = wrap(text, width);
    assert(strlen(text) == LENGTH);
    assert(breaks(text) == lines - 1);
    assert(word_end(text, 0) >= 1);
    assert(text[0] == 'x');
    return 0;
}
