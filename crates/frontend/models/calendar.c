/*
 * Broken-down time (C11 7.27.3, 7.27.2.3), in the proleptic Gregorian calendar. Local time is UTC: the time
 * zone belongs to the machine, not to the program. gmtime and localtime share one object, as in glibc.
 * strftime knows the conversions of C11 in the "C" locale and passes over E and O; another one is reported
 * as not supported.
 */
#include "time_model.h"

static struct __model_tm shared;

static long floor_div(long a, long b) {
    long q = a / b;
    return a % b < 0 ? q - 1 : q;
}

/* Days from 1970-01-01 to the first of March of the given year, by whole cycles of leap years. */
static long days_to_march(long year) {
    return 365 * year + floor_div(year, 4) - floor_div(year, 100) + floor_div(year, 400) - 719468;
}

static _Bool is_leap(long year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Days before a month that is counted from March. */
static long days_before(long month) {
    return (153 * month + 2) / 5;
}

static struct __model_tm *break_down(time_t when, struct __model_tm *result) {
    long days = floor_div(when, 86400);
    long seconds = when - days * 86400;
    /* Years start in March: then the leap day is the last one. The average length of a year is wrong by one year at most. */
    long year = floor_div((days + 719468) * 400, 146097);
    if (days < days_to_march(year))
        year--;
    else if (days >= days_to_march(year + 1))
        year++;
    /* How far into the year and the day it is follows from the above, but not easily: a solver would take minutes. */
    long day = days - days_to_march(year);
    __because_assume(day >= 0 && day <= 365 && seconds >= 0 && seconds < 86400);
    long month = (5 * day + 2) / 153;
    long civil_year = month >= 10 ? year + 1 : year;
    long civil_month = month >= 10 ? month - 10 : month + 2;
    if (civil_year - 1900 > INT_MAX || civil_year - 1900 < INT_MIN) {
        errno = EOVERFLOW;
        return NULL;
    }
    long before_march = is_leap(civil_year) ? 60 : 59;
    result->tm_sec = (int)(seconds % 60);
    result->tm_min = (int)(seconds / 60 % 60);
    result->tm_hour = (int)(seconds / 3600);
    result->tm_mday = (int)(day - days_before(month) + 1);
    result->tm_mon = (int)civil_month;
    result->tm_year = (int)(civil_year - 1900);
    result->tm_wday = (int)((days % 7 + 11) % 7);
    result->tm_yday = (int)(month >= 10 ? day - 306 : day + before_march);
    result->tm_isdst = 0;
    result->tm_gmtoff = 0;
    result->tm_zone = "GMT";
    return result;
}

static struct tm *local(time_t when, struct __model_tm *result) {
    result = break_down(when, result);
    if (result != NULL)
        result->tm_zone = "UTC";
    return (struct tm *)result;
}

struct tm *gmtime(const time_t *when) {
    return (struct tm *)break_down(*when, &shared);
}

struct tm *gmtime_r(const time_t *restrict when, struct tm *restrict result) {
    return (struct tm *)break_down(*when, (struct __model_tm *)result);
}

struct tm *localtime(const time_t *when) {
    return local(*when, &shared);
}

struct tm *localtime_r(const time_t *restrict when, struct tm *restrict result) {
    return local(*when, (struct __model_tm *)result);
}

/* Members may be out of their ranges; they are put right in the argument. */
static time_t put_together(struct __model_tm *t, const char *zone) {
    long month = t->tm_mon;
    long year = t->tm_year + 1900L + floor_div(month, 12);
    month -= floor_div(month, 12) * 12;
    long march_year = month < 2 ? year - 1 : year;
    long march_month = month < 2 ? month + 10 : month - 2;
    long days = days_to_march(march_year) + days_before(march_month) + t->tm_mday - 1L;
    time_t when = days * 86400 + t->tm_hour * 3600L + t->tm_min * 60L + t->tm_sec;
    if (break_down(when, t) == NULL)
        return -1;
    t->tm_zone = zone;
    return when;
}

time_t mktime(struct tm *t) {
    return put_together((struct __model_tm *)t, "UTC");
}

time_t timelocal(struct tm *t) {
    return put_together((struct __model_tm *)t, "UTC");
}

time_t timegm(struct tm *t) {
    return put_together((struct __model_tm *)t, "GMT");
}

static const char *const day_names[7] = {
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
};
static const char *const month_names[12] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December",
};

struct writer {
    char *buf;
    size_t size;
    size_t used;
    _Bool full;
};

static void put(struct writer *w, char c) {
    if (w->used + 1 >= w->size) {
        w->full = 1;
        return;
    }
    w->buf[w->used] = c;
    w->used++;
}

static void put_text(struct writer *w, const char *s, size_t limit) {
    for (size_t i = 0; i < limit && s[i] != '\0'; i++)
        put(w, s[i]);
}

/* At least width characters, with the given padding. */
static void put_number(struct writer *w, long n, int width, char pad) {
    char digits[24];
    int count = 0;
    long rest = n < 0 ? -n : n;
    do {
        digits[count] = (char)('0' + rest % 10);
        count++;
        rest /= 10;
    } while (rest > 0);
    if (n < 0)
        put(w, '-');
    for (int i = count; i < width; i++)
        put(w, pad);
    while (count > 0) {
        count--;
        put(w, digits[count]);
    }
}

/* The week of ISO 8601 and the year it belongs to. */
static int iso_week(const struct __model_tm *t, long *year) {
    int monday_based = (t->tm_wday + 6) % 7;
    int week = (t->tm_yday - monday_based + 10) / 7;
    *year = t->tm_year + 1900L;
    if (week == 0) {
        (*year)--;
        int days = is_leap(*year) ? 366 : 365;
        return (t->tm_yday + days - monday_based + 10) / 7;
    }
    if (week == 53) {
        int days = is_leap(*year) ? 366 : 365;
        if (t->tm_yday - monday_based + 3 >= days) {
            (*year)++;
            return 1;
        }
    }
    return week;
}

static void put_time(struct writer *w, const char *f, const struct __model_tm *t) {
    for (size_t i = 0; f[i] != '\0'; i++) {
        if (f[i] != '%') {
            put(w, f[i]);
            continue;
        }
        i++;
        if (f[i] == 'E' || f[i] == 'O')
            i++;
        long year = t->tm_year + 1900L;
        long iso_year;
        int hour = t->tm_hour % 12 == 0 ? 12 : t->tm_hour % 12;
        switch (f[i]) {
        case 'a':
        case 'A':
            put_text(w, t->tm_wday < 0 || t->tm_wday > 6 ? "?" : day_names[t->tm_wday], f[i] == 'a' ? 3 : 99);
            break;
        case 'b':
        case 'h':
        case 'B':
            put_text(w, t->tm_mon < 0 || t->tm_mon > 11 ? "?" : month_names[t->tm_mon], f[i] == 'B' ? 99 : 3);
            break;
        case 'c':
            put_time(w, "%a %b %e %H:%M:%S %Y", t);
            break;
        case 'C':
            put_number(w, floor_div(year, 100), 2, '0');
            break;
        case 'd':
            put_number(w, t->tm_mday, 2, '0');
            break;
        case 'D':
        case 'x':
            put_time(w, "%m/%d/%y", t);
            break;
        case 'e':
            put_number(w, t->tm_mday, 2, ' ');
            break;
        case 'F':
            put_time(w, "%Y-%m-%d", t);
            break;
        case 'g':
            iso_week(t, &iso_year);
            put_number(w, iso_year - floor_div(iso_year, 100) * 100, 2, '0');
            break;
        case 'G':
            iso_week(t, &iso_year);
            put_number(w, iso_year, 1, '0');
            break;
        case 'H':
            put_number(w, t->tm_hour, 2, '0');
            break;
        case 'k':
            put_number(w, t->tm_hour, 2, ' ');
            break;
        case 'I':
            put_number(w, hour, 2, '0');
            break;
        case 'l':
            put_number(w, hour, 2, ' ');
            break;
        case 'j':
            put_number(w, t->tm_yday + 1L, 3, '0');
            break;
        case 'm':
            put_number(w, t->tm_mon + 1L, 2, '0');
            break;
        case 'M':
            put_number(w, t->tm_min, 2, '0');
            break;
        case 'n':
            put(w, '\n');
            break;
        case 'p':
            put_text(w, t->tm_hour >= 12 ? "PM" : "AM", 2);
            break;
        case 'r':
            put_time(w, "%I:%M:%S %p", t);
            break;
        case 'R':
            put_time(w, "%H:%M", t);
            break;
        case 's': {
            struct __model_tm copy = *t;
            put_number(w, put_together(&copy, "UTC"), 1, '0');
            break;
        }
        case 'S':
            put_number(w, t->tm_sec, 2, '0');
            break;
        case 't':
            put(w, '\t');
            break;
        case 'T':
        case 'X':
            put_time(w, "%H:%M:%S", t);
            break;
        case 'u':
            put_number(w, t->tm_wday == 0 ? 7 : t->tm_wday, 1, '0');
            break;
        case 'U':
            put_number(w, (t->tm_yday + 7 - t->tm_wday) / 7, 2, '0');
            break;
        case 'V':
            put_number(w, iso_week(t, &iso_year), 2, '0');
            break;
        case 'w':
            put_number(w, t->tm_wday, 1, '0');
            break;
        case 'W':
            put_number(w, (t->tm_yday + 7 - (t->tm_wday + 6) % 7) / 7, 2, '0');
            break;
        case 'y':
            put_number(w, year - floor_div(year, 100) * 100, 2, '0');
            break;
        case 'Y':
            put_number(w, year, 1, '0');
            break;
        case 'z':
            put_text(w, "+0000", 5);
            break;
        case 'Z':
            put_text(w, t->tm_zone != NULL ? t->tm_zone : "", 99);
            break;
        case '%':
            put(w, '%');
            break;
        default:
            __because_unsupported("strftime conversion that C11 does not have");
            return;
        }
    }
}

size_t strftime(char *restrict buf, size_t size, const char *restrict format, const struct tm *restrict t) {
    struct writer w = {buf, size, 0, size == 0};
    put_time(&w, format, (const struct __model_tm *)t);
    if (w.full)
        return 0;
    buf[w.used] = '\0';
    return w.used;
}

static char *write_line(const struct __model_tm *t, char *buf) {
    struct writer w = {buf, 26, 0, 0};
    put_text(&w, t->tm_wday < 0 || t->tm_wday > 6 ? "???" : day_names[t->tm_wday], 3);
    put(&w, ' ');
    put_text(&w, t->tm_mon < 0 || t->tm_mon > 11 ? "???" : month_names[t->tm_mon], 3);
    put_number(&w, t->tm_mday, 3, ' ');
    put(&w, ' ');
    put_number(&w, t->tm_hour, 2, '0');
    put(&w, ':');
    put_number(&w, t->tm_min, 2, '0');
    put(&w, ':');
    put_number(&w, t->tm_sec, 2, '0');
    put(&w, ' ');
    put_number(&w, 1900L + t->tm_year, 1, '0');
    put(&w, '\n');
    if (w.full) {
        errno = EOVERFLOW;
        return NULL;
    }
    buf[w.used] = '\0';
    return buf;
}

char *asctime_r(const struct tm *restrict t, char *restrict buf) {
    return write_line((const struct __model_tm *)t, buf);
}

static char line[26];

char *asctime(const struct tm *t) {
    return write_line((const struct __model_tm *)t, line);
}

char *ctime_r(const time_t *restrict when, char *restrict buf) {
    struct __model_tm t;
    return break_down(*when, &t) == NULL ? NULL : write_line(&t, buf);
}

char *ctime(const time_t *when) {
    return ctime_r(when, line);
}

void tzset(void) {
}
