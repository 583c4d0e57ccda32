// fault: line 38, 39
#include <assert.h>

char nondet_char(void);

#define FIELDS 4
#define LINE 6

struct record {
    int start[FIELDS];
    int length[FIELDS];
    int count;
    int quoted;
};

/* Divides a line at commas; commas between quotes belong to the field. */
static int split(const char *line, struct record *r)
{
    int at = 0, inside = 0;
    r->count = 0;
    r->quoted = 0;
    r->start[0] = 0;
    for (;;) {
        char c = line[at];
        if (c == '\0')
            break;
        if (c == '"') {
            inside = !inside;
            r->quoted++;
        } else if (c == ',' && !inside) {
            r->length[r->count] = at - r->start[r->count];
            if (r->count == FIELDS - 1)
                return 0;
            r->count++;
            r->start[r->count] = at + 1;
        }
        at++;
    }
    r->count++;
    return !inside;
}

static int commas(const char *line)
{
    int n = 0;
    for (; *line; line++)
        n += *line == ',';
    return n;
}

static int total(const struct record *r)
{
    int i, sum = 0;
    for (i = 0; i < r->count; i++)
        sum += r->length[i];
    return sum;
}

int main(void)
{
    char line[LINE + 1];
    struct record r = {{0}, {0}, 0, 0};
    int i, good;
    for (i = 0; i < LINE; i++) {
        line[i] = nondet_char();
        __CPROVER_assume(line[i] == 'a' || line[i] == ',' || line[i] == '"');
    }
    line[LINE] = '\0';
    good = split(line, &r);
    if (good) {
        assert(r.quoted % 2 == 0);
        assert(r.count <= commas(line) + 1);
        assert(total(&r) + r.count - 1 == LINE);
    }
    return 0;
}
