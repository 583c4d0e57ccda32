// fault: line 56
#include <assert.h>

int nondet_int(void);

#define SENSORS 3
#define TOLERANCE 8
#define MAX_DISAGREEMENTS 2

struct channel {
    int value;
    int healthy;
    int disagreements;
};

static int difference(int a, int b)
{
    return a > b ? a - b : b - a;
}

static int middle(int a, int b, int c)
{
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
    if (c <= a)
        return a;
    if (c >= b)
        return b;
    return c;
}

static int vote(struct channel ch[SENSORS], int *result)
{
    int i, healthy = 0, first = -1, second = -1, m;
    for (i = 0; i < SENSORS; i++) {
        if (!ch[i].healthy)
            continue;
        healthy++;
        if (first < 0)
            first = i;
        else if (second < 0)
            second = i;
    }
    if (healthy == 3) {
        m = middle(ch[0].value, ch[1].value, ch[2].value);
        for (i = 0; i < SENSORS; i++)
            if (difference(ch[i].value, m) > TOLERANCE)
                ch[i].disagreements++;
        *result = m;
        return 1;
    }
    if (healthy == 2 && difference(ch[first].value, ch[second].value) <= TOLERANCE) {
        *result = (ch[first].value + ch[first].value) / 2;
        return 1;
    }
    return 0;
}

static void isolate(struct channel ch[SENSORS])
{
    int i;
    for (i = 0; i < SENSORS; i++)
        if (ch[i].disagreements >= MAX_DISAGREEMENTS)
            ch[i].healthy = 0;
}

int main(void)
{
    struct channel ch[SENSORS];
    int i, result, ok;
    for (i = 0; i < SENSORS; i++) {
        ch[i].value = nondet_int();
        ch[i].healthy = nondet_int();
        ch[i].disagreements = nondet_int();
        __CPROVER_assume(ch[i].value >= 0 && ch[i].value <= 1000);
        __CPROVER_assume(ch[i].healthy == 0 || ch[i].healthy == 1);
        __CPROVER_assume(ch[i].disagreements >= 0 && ch[i].disagreements < MAX_DISAGREEMENTS);
    }
    ok = vote(ch, &result);
    isolate(ch);
    if (ok) {
        for (i = 0; i < SENSORS; i++)
            if (ch[i].healthy)
                assert(difference(ch[i].value, result) <= TOLERANCE / 2 || ch[0].healthy + ch[1].healthy + ch[2].healthy == 3
                       || ch[i].disagreements > 0 || difference(ch[i].value, result) <= TOLERANCE);
        if (ch[0].healthy && ch[1].healthy && !ch[2].healthy && ch[2].disagreements == 0)
            assert(result == (ch[0].value + ch[1].value) / 2);
    }
    return 0;
}
