// because: diagnose date_printed.c --tests date_printed
// fault: line 52
// should be: d, m, y
#include <stdio.h>

int isLeap(int y)
{
    if (y % 400 == 0)
        return 1;
    if (y % 100 == 0)
        return 0;
    if (y % 4 == 0)
        return 1;
    return 0;
}

int daysIn(int m, int y)
{
    switch (m) {
    case 2:
        if (isLeap(y))
            return 29;
        else
            return 28;
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    default:
        return 31;
    }
}

int main()
{
    int d, m, y, n;
    scanf("%d/%d/%d", &d, &m, &y);
    scanf("%d", &n);
    while (n > 0) {
        d++;
        if (d > daysIn(m, y)) {
            d = 1;
            m++;
            if (m > 12) {
                m = 1;
                y++;
            }
        }
        n--;
    }
    printf("%02d/%02d/%04d\n", d, y, y);
    return 0;
}
