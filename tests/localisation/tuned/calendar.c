// fault: line 40
#include <assert.h>

int nondet_int(void);

struct date {
    int year;
    int month;
    int day;
};

static int is_leap(int year)
{
    if (year % 400 == 0)
        return 1;
    if (year % 100 == 0)
        return 0;
    return year % 4 == 0;
}

static int days_in(int month, int year)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month == 2 && is_leap(year))
        return 29;
    return days[month - 1];
}

static int is_valid(const struct date *d)
{
    return d->month >= 1 && d->month <= 12 && d->day >= 1 && d->day <= days_in(d->month, d->year);
}

static struct date next_day(struct date d)
{
    d.day++;
    if (d.day > days_in(d.month, d.year)) {
        d.day = 1;
        d.month++;
        if (d.month >= 12) {
            d.month = 1;
            d.year++;
        }
    }
    return d;
}

static int day_of_year(const struct date *d)
{
    int month, total = d->day;
    for (month = 1; month < d->month; month++)
        total += days_in(month, d->year);
    return total;
}

int main(void)
{
    struct date today, tomorrow;
    today.year = nondet_int();
    today.month = nondet_int();
    today.day = nondet_int();
    __CPROVER_assume(today.year >= 1995 && today.year <= 2005);
    __CPROVER_assume(today.month >= 1 && today.month <= 12);
    __CPROVER_assume(today.day >= 1 && today.day <= 31);
    __CPROVER_assume(is_valid(&today));
    tomorrow = next_day(today);
    assert(is_valid(&tomorrow));
    if (tomorrow.year == today.year)
        assert(day_of_year(&tomorrow) == day_of_year(&today) + 1);
    else
        assert(today.month == 12 && today.day == 31);
    return 0;
}
