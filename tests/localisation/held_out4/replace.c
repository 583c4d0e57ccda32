// fault: line 27
/* Replaces one character of a text by two, and counts words; the text is chosen. */
#include <assert.h>
#include <string.h>

char nondet_char(void);

#define LENGTH 4
#define ROOM (2 * LENGTH + 1)

static int occurrences(const char *text, char wanted)
{
    int n = 0;
    for (; *text != '\0'; text++)
        if (*text == wanted)
            n++;
    return n;
}

static int expand(const char *from, char *to, char wanted, const char *with)
{
    int written = 0;
    for (int i = 0; from[i] != '\0'; i++) {
        if (from[i] == wanted) {
            for (int k = 0; with[k] != '\0'; k++)
                to[written++] = with[k];
        } else if (from[i] != ' ') {
            to[written++] = from[i];
        }
    }
    to[written] = '\0';
    return written;
}

static int words(const char *text)
{
    int n = 0, inside = 0;
    for (; *text != '\0'; text++) {
        if (*text == ' ') {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            n++;
        }
    }
    return n;
}

int main(void)
{
    char text[LENGTH + 1], out[ROOM];
    for (int i = 0; i < LENGTH; i++) {
        char c = nondet_char();
        __CPROVER_assume(c == ' ' || (c >= 'a' && c <= 'c'));
        text[i] = c;
    }
    text[LENGTH] = '\0';
    int before = words(text);
    int length = expand(text, out, 'a', "bc");
    assert(length == (int)strlen(out));
    assert(occurrences(out, 'a') == 0);
    assert(length >= LENGTH);
    assert(words(out) == before);
    return 0;
}
