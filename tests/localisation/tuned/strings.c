// fault: line 30
#include <assert.h>

char nondet_char(void);

#define MAX 6

static int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

static int is_space(char c)
{
    return c == ' ' || c == '\t';
}

static void trim(char *s)
{
    int from = 0, to = length(s), i;
    while (is_space(s[from]))
        from++;
    while (to > from && is_space(s[to - 1]))
        to--;
    for (i = from; i < to; i++)
        s[i - from] = s[i];
    s[to] = '\0';
}

static int words(const char *s)
{
    int count = 0, inside = 0;
    for (; *s; s++) {
        if (is_space(*s))
            inside = 0;
        else if (!inside) {
            inside = 1;
            count++;
        }
    }
    return count;
}

int main(void)
{
    char text[MAX];
    int i, before, after;
    for (i = 0; i < MAX - 1; i++) {
        text[i] = nondet_char();
        __CPROVER_assume(text[i] == ' ' || text[i] == '\t' || (text[i] >= 'a' && text[i] <= 'z')
                         || text[i] == '\0');
    }
    text[MAX - 1] = '\0';
    before = words(text);
    trim(text);
    after = words(text);
    assert(before == after);
    if (text[0]) {
        assert(!is_space(text[0]));
        assert(!is_space(text[length(text) - 1]));
    }
    return 0;
}
