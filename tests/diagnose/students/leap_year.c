// because: diagnose leap_year.c --tests leap_year
// fault: line 9
// should be: return 0;
#include <stdio.h>
int leap(int year) {
    if (year % 400 == 0)
        return 1;
    if (year % 100 == 0)
        return 1;
    return year % 4 == 0;
}
int main(void) {
    int year;
    scanf("%d", &year);
    if (leap(year))
        printf("%d is a leap year\n", year);
    else
        printf("%d is not a leap year\n", year);
    return 0;
}
