// fault: line 13
#include <assert.h>

int nondet_int(void);

static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int is_leap(int year)
{
    if (year % 400 == 0)
        return 1;
    if (year % 100 == 0)
        return 1;
    return year % 4 == 0;
}

static int days_in_month(int month, int year)
{
    if (month == 2 && is_leap(year))
        return 29;
    return lengths[month - 1];
}

static int days_in_year(int year)
{
    return is_leap(year) ? 366 : 365;
}

static int day_of_year(int day, int month, int year)
{
    int m, total = day;
    for (m = 1; m < month; m++)
        total += days_in_month(m, year);
    return total;
}

static void next_day(int *day, int *month, int *year)
{
    ++*day;
    if (*day > days_in_month(*month, *year)) {
        *day = 1;
        ++*month;
        if (*month > 12) {
            *month = 1;
            ++*year;
        }
    }
}

int main(void)
{
    int day = nondet_int(), month = nondet_int(), year = nondet_int();
    int before, was;
    __CPROVER_assume(year >= 1890 && year <= 2110);
    __CPROVER_assume(month >= 1 && month <= 12);
    __CPROVER_assume(day >= 1 && day <= days_in_month(month, year));
    before = day_of_year(day, month, year);
    was = year;
    assert(before >= 1 && before <= days_in_year(year));
    next_day(&day, &month, &year);
    assert(day >= 1 && day <= 31 && month >= 1 && month <= 12);
    if (year == was)
        assert(day_of_year(day, month, year) == before + 1);
    else
        assert(day == 1 && month == 1);
    if (was % 100 == 0 && was != 2000 && was == year)
        assert(day_of_year(day, month, year) <= 365);
    return 0;
}
