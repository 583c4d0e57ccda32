// fault: return hour * 60 + minute; => return hour * 60 - minute;
// fault: if (to < from) => if (to <= from)
// fault: worked -= 30; => worked -= 45;
// fault: else if (worked > 360) => else if (worked > 350)
// fault: return (worked - 480) * 3 / 2 + 480; => return (worked - 480) * 3 / 2 + 460;
// fault: if (day >= 5) => if (day > 5)
// fault: pay = minutes * rate / 60; => pay = minutes / 60 * rate;
// fault: if (week > 2400) => if (week < 2400)
// fault: late = from > 540; => late = from >= 540;
#include <stdio.h>

struct shift {
    int day;
    int from;
    int to;
};

static int week;
static int nights;
static int late_days;

static int clock_of(int hour, int minute) {
    return hour * 60 + minute;
}

static int length_of(int from, int to) {
    if (to < from)
        to += 24 * 60;
    return to - from;
}

static int without_breaks(int worked) {
    if (worked > 540)
        worked -= 60;
    else if (worked > 360)
        worked -= 30;
    return worked;
}

static int with_overtime(int worked) {
    if (worked <= 480)
        return worked;
    return (worked - 480) * 3 / 2 + 480;
}

static int is_night(int from, int to) {
    return from >= 22 * 60 || to < from;
}

static int paid_minutes(const struct shift *shift) {
    int day = shift->day, from = shift->from, late;
    int worked = without_breaks(length_of(from, shift->to));
    int minutes = with_overtime(worked);
    week += worked;
    late = from > 540;
    if (late && !is_night(from, shift->to))
        late_days++;
    if (is_night(from, shift->to)) {
        nights++;
        minutes += minutes / 4;
    }
    if (day >= 5)
        minutes += minutes / 2;
    return minutes;
}

int main(void) {
    int rate, day, h1, m1, h2, m2, total = 0;
    if (scanf("%d", &rate) != 1 || rate <= 0)
        return 1;
    while (scanf("%d %d:%d %d:%d", &day, &h1, &m1, &h2, &m2) == 5) {
        struct shift shift;
        int minutes, pay;
        if (day < 0 || day > 6 || h1 > 23 || h2 > 23 || m1 > 59 || m2 > 59) {
            printf("no shift\n");
            continue;
        }
        shift.day = day;
        shift.from = clock_of(h1, m1);
        shift.to = clock_of(h2, m2);
        minutes = paid_minutes(&shift);
        pay = minutes * rate / 60;
        printf("day %d: %d minutes, %d\n", day, minutes, pay);
        total += pay;
    }
    if (week > 2400)
        printf("too much: %d\n", week);
    printf("%d in all, %d nights, %d late\n", total, nights, late_days);
    return 0;
}
