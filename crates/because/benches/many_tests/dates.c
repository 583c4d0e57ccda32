// fault: return y % 400 == 0; => return y % 400 != 0;
// fault: if (m == 2 && leap(y)) => if (m == 2)
// fault: for (i = 1; i < m; i++) => for (i = 1; i <= m; i++)
// fault: if (d < 1 || d > length(m, y)) => if (d < 1 || d >= length(m, y))
// fault: {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"} => {"Sun", "Mon", "Tue", "Thu", "Wed", "Fri", "Sat"}
#include <stdio.h>

static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static const char *names[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};

static int leap(int y) {
    if (y % 4 != 0)
        return 0;
    if (y % 100 != 0)
        return 1;
    return y % 400 == 0;
}

static int length(int m, int y) {
    if (m == 2 && leap(y))
        return 29;
    return lengths[m - 1];
}

static int valid(int y, int m, int d) {
    if (y < 1 || y > 4000)
        return 0;
    if (m < 1 || m > 12)
        return 0;
    if (d < 1 || d > length(m, y))
        return 0;
    return 1;
}

static int day_of_year(int y, int m, int d) {
    int i, sum = d;
    for (i = 1; i < m; i++)
        sum += length(i, y);
    return sum;
}

static long day_number(int y, int m, int d) {
    long before = y - 1;
    return before * 365 + before / 4 - before / 100 + before / 400 + day_of_year(y, m, d);
}

static int quarter(int m) {
    return (m - 1) / 3 + 1;
}

static void show(int y, int m, int d) {
    int day = day_number(y, m, d) % 7;
    printf("%04d-%02d-%02d is a %s, day %d, quarter %d", y, m, d, names[day], day_of_year(y, m, d), quarter(m));
    if (leap(y))
        printf(", leap");
    printf("\n");
}

static void next(int *y, int *m, int *d) {
    *d += 1;
    if (*d > length(*m, *y)) {
        *d = 1;
        *m += 1;
    }
    if (*m > 12) {
        *m = 1;
        *y += 1;
    }
}

int main(void) {
    int y, m, d, had = 0, wrong = 0;
    long last = 0;
    while (scanf("%d-%d-%d", &y, &m, &d) == 3) {
        long number;
        if (!valid(y, m, d)) {
            printf("%d-%d-%d is no date\n", y, m, d);
            wrong++;
            continue;
        }
        show(y, m, d);
        number = day_number(y, m, d);
        if (had) {
            long apart = number > last ? number - last : last - number;
            printf("%ld days and %ld weeks apart\n", apart, apart / 7);
        }
        last = number;
        had = 1;
        next(&y, &m, &d);
        printf("then %d-%d-%d\n", y, m, d);
    }
    printf("%d wrong\n", wrong);
    return 0;
}
