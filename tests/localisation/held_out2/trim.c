// fault: line 38
#include <assert.h>
#include <string.h>

#define MAX 6

char nondet_char(void);
int nondet_int(void);

static int blank(char c)
{
    return c == ' ' || c == '\t';
}

static int skip(const char *text)
{
    int i = 0;
    while (blank(text[i]))
        i++;
    return i;
}

static void shift(char *text, int by)
{
    int i;
    if (by == 0)
        return;
    for (i = 0; text[i + by] != '\0'; i++)
        text[i] = text[i + by];
    text[i] = '\0';
}

static void trim(char *text)
{
    int end;
    shift(text, skip(text));
    end = (int)strlen(text) - 1;
    while (blank(text[end]))
        end--;
    text[end + 1] = '\0';
}

static int words(const char *text)
{
    int count = 0, inside = 0, i;
    for (i = 0; text[i] != '\0'; i++) {
        if (blank(text[i])) {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            count++;
        }
    }
    return count;
}

int main(void)
{
    char text[MAX + 1];
    int length = nondet_int(), i, before;

    __CPROVER_assume(length >= 0 && length <= MAX);
    for (i = 0; i < length; i++) {
        char c = nondet_char();
        __CPROVER_assume(c == ' ' || c == '\t' || (c >= 'a' && c <= 'e'));
        text[i] = c;
    }
    text[length] = '\0';
    before = words(text);
    trim(text);
    assert(words(text) == before);
    assert(!blank(text[0]));
    if (before == 0)
        assert(text[0] == '\0');
    else
        assert(!blank(text[strlen(text) - 1]));
    return 0;
}
