// fault: line 49, 50
#include <assert.h>

char nondet_char(void);

enum kind { END, NAME, NUMBER, STRING, SIGN, BAD };

#define SIZE 7

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || c == '_';
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

struct scanner {
    const char *text;
    int at;
    int start;
};

static enum kind scan(struct scanner *s)
{
    const char *t = s->text;
    while (t[s->at] == ' ')
        s->at++;
    s->start = s->at;
    if (t[s->at] == '\0')
        return END;
    if (is_letter(t[s->at])) {
        while (is_letter(t[s->at]) || is_digit(t[s->at]))
            s->at++;
        return NAME;
    }
    if (is_digit(t[s->at])) {
        while (is_digit(t[s->at]))
            s->at++;
        return is_letter(t[s->at]) ? BAD : NUMBER;
    }
    if (t[s->at] == '"') {
        s->at++;
        while (t[s->at] != '"' && t[s->at] != '\0')
            s->at++;
        if (t[s->at] == '\0')
            return BAD;
        return STRING;
    }
    s->at++;
    return SIGN;
}

int main(void)
{
    char text[SIZE];
    struct scanner s = {text, 0, 0};
    int i, rounds, quotes = 0;
    enum kind k = SIGN;
    for (i = 0; i < SIZE - 1; i++) {
        text[i] = nondet_char();
        __CPROVER_assume(text[i] == 'a' || text[i] == '1' || text[i] == '"' || text[i] == '+' || text[i] == ' ');
        quotes += text[i] == '"';
    }
    text[SIZE - 1] = '\0';
    for (rounds = 0; rounds < SIZE && k != END && k != BAD; rounds++) {
        k = scan(&s);
        assert(s.start <= s.at && s.at < SIZE);
        if (k == NAME)
            assert(is_letter(text[s.start]) && !is_letter(text[s.at]));
        if (k == STRING)
            assert(text[s.start] == '"' && text[s.at - 1] == '"');
    }
    if (quotes % 2 == 1)
        assert(k == BAD);
    return 0;
}
