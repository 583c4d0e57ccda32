// fault: line 37
/* Days between two dates of the same century, and the date some days later. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

struct date {
    int year, month, day;
};

static const int length[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static bool is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_of(int month, int year)
{
    if (month == 2 && is_leap(year))
        return 29;
    return length[month - 1];
}

static bool valid(struct date d)
{
    return d.month >= 1 && d.month <= 12 && d.day >= 1 && d.day <= days_of(d.month, d.year);
}

static struct date next(struct date d)
{
    if (d.day < days_of(d.month, d.year)) {
        d.day++;
        return d;
    }
    d.month++;
    if (d.month > 12) {
        d.month = 1;
        d.year++;
    }
    return d;
}

static bool before(struct date a, struct date b)
{
    if (a.year != b.year)
        return a.year < b.year;
    if (a.month != b.month)
        return a.month < b.month;
    return a.day < b.day;
}

int main(void)
{
    struct date d;
    d.year = nondet_int();
    d.month = nondet_int();
    d.day = nondet_int();
    int steps = nondet_int();
    __CPROVER_assume(d.year >= 1990 && d.year <= 2030);
    __CPROVER_assume(valid(d));
    __CPROVER_assume(steps >= 1 && steps <= 3);
    struct date later = d;
    for (int i = 0; i < steps; i++) {
        later = next(later);
        assert(valid(later));
    }
    assert(before(d, later));
    assert(later.year - d.year <= 1);
    return 0;
}
