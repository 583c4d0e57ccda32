#include <assert.h>
int nondet_int(void);
static const int days[12] = {31, 28, 31, 30, 31, 31, 30, 31, 31, 31, 30, 31}; /* the fault */
int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }
int day_of_year(int y, int m, int d) {
    int n = d;
    for (int i = 0; i < m - 1; i++) n += days[i];
    if (leap(y) && m > 2) n++;
    return n;
}
int main(void) {
    int y = nondet_int();
    __CPROVER_assume(y >= 1900 && y <= 2100);
    assert(day_of_year(y, 1, 1) == 1);
    assert(day_of_year(y, 12, 31) == (leap(y) ? 366 : 365));
    assert(day_of_year(y, 7, 1) == (leap(y) ? 183 : 182));
}
