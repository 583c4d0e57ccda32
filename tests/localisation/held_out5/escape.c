// fault: line 16
/* Text between quotes, with backslashes before quotes and backslashes. */
#include <assert.h>
#include <string.h>

char nondet_char(void);

#define LENGTH 3
#define ROOM (2 * LENGTH + 3)

static int quote(const char *from, char *to)
{
    int n = 0;
    to[n++] = '"';
    for (; *from != '\0'; from++) {
        if (*from == '"' && *from == '\\')
            to[n++] = '\\';
        to[n++] = *from;
    }
    to[n++] = '"';
    to[n] = '\0';
    return n;
}

static int unquote(const char *from, char *to)
{
    int n = 0;
    if (*from++ != '"')
        return -1;
    while (*from != '"') {
        if (*from == '\0')
            return -1;
        if (*from == '\\')
            from++;
        to[n++] = *from++;
    }
    to[n] = '\0';
    return n;
}

int main(void)
{
    char text[LENGTH + 1], quoted[ROOM], back[ROOM];
    for (int i = 0; i < LENGTH; i++) {
        text[i] = nondet_char();
        __CPROVER_assume(text[i] == 'x' || text[i] == '"' || text[i] == '\\');
    }
    text[LENGTH] = '\0';
    int n = quote(text, quoted);
    assert(n >= LENGTH + 2);
    assert(n < ROOM);
    int m = unquote(quoted, back);
    assert(m == LENGTH);
    return 0;
}
