// fault: line 41
/* Reservations of seats for parts of a journey: two bookings of a seat must not overlap. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define SEATS 2
#define BOOKINGS 4
#define STOPS 6

struct booking {
    int seat;
    int from;
    int to;
};

static struct booking bookings[BOOKINGS];
static int count;

static bool overlap(const struct booking *b, int from, int to)
{
    return b->from < to && from < b->to;
}

static bool is_free(int seat, int from, int to)
{
    for (int i = 0; i < count; i++)
        if (bookings[i].seat == seat && overlap(&bookings[i], from, to))
            return false;
    return true;
}

static int book(int from, int to)
{
    for (int seat = 1; seat <= SEATS; seat++) {
        if (is_free(seat, from, to)) {
            struct booking *b = &bookings[count++];
            b->seat = seat;
            b->from = from;
            b->to = from;
            return seat;
        }
    }
    return 0;
}

static int load(int stop)
{
    int n = 0;
    for (int i = 0; i < count; i++)
        if (bookings[i].from <= stop && stop < bookings[i].to)
            n++;
    return n;
}

int main(void)
{
    int from[3], to[3], seat[3];
    for (int i = 0; i < 3; i++) {
        from[i] = nondet_int();
        to[i] = nondet_int();
        __CPROVER_assume(from[i] >= 0 && from[i] < to[i] && to[i] < STOPS);
        seat[i] = book(from[i], to[i]);
        assert(seat[i] <= SEATS);
    }
    assert(seat[0] == 1);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < i; k++)
            if (seat[i] != 0 && seat[i] == seat[k])
                assert(to[i] <= from[k] || to[k] <= from[i]);
    for (int s = 0; s < STOPS; s++)
        assert(load(s) <= SEATS);
    return 0;
}
