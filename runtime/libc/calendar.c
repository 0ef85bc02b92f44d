/* Dates: gmtime gmtime_r timegm localtime localtime_r mktime tzset difftime asctime asctime_r ctime ctime_r.
 *
 * Contract: C11 7.27, POSIX. The proleptic Gregorian calendar, without leap seconds. Local time is taken as UTC, which the report
 * says; mktime of daylight saving time is unsupported.
 */
#include "calendar.h"
#include "engine.h"

enum { DAY = 86400, ERROR_OVERFLOW = 75 };
/* Days of 400 years, and from 1 March of the year 0 to 1 January 1970. */
enum { ERA = 146097, EPOCH = 719468 };

static int is_leap(long year) { return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0)); }

static const short days_before[2][13] = {
    {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
    {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366},
};

static long floor_divide(long a, long b) { return a / b - (a % b < 0); }

/* Years are counted from March, so that a leap day is the last of its year. */
static struct tm *broken_down(long time, struct tm *result, const char *zone) {
    long days = floor_divide(time, DAY);
    long seconds = time - days * DAY;
    long shifted = days + EPOCH;
    long era = floor_divide(shifted, ERA);
    long day_of_era = shifted - era * ERA;
    long year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    long day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    long shifted_month = (5 * day_of_year + 2) / 153;
    long month = shifted_month < 10 ? shifted_month + 2 : shifted_month - 10;
    long year = year_of_era + era * 400 + (month < 2);
    if (year - 1900 > 2147483647 || year - 1900 < -2147483647 - 1) {
        set_errno(ERROR_OVERFLOW);
        return NULL;
    }
    long weekday = (days + 4) % 7;
    long mday = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    *result = (struct tm){
        .tm_sec = (int)(seconds % 60),
        .tm_min = (int)(seconds / 60 % 60),
        .tm_hour = (int)(seconds / 3600),
        .tm_mday = (int)mday,
        .tm_mon = (int)month,
        .tm_year = (int)(year - 1900),
        .tm_wday = (int)(weekday < 0 ? weekday + 7 : weekday),
        .tm_yday = (int)(days_before[is_leap(year)][month] + mday - 1),
        .tm_zone = zone,
    };
    return result;
}

static struct tm shared;

struct tm *gmtime_r(const long *restrict time, struct tm *restrict result) { return broken_down(*time, result, "GMT"); }

struct tm *gmtime(const long *time) { return gmtime_r(time, &shared); }

struct tm *localtime_r(const long *restrict time, struct tm *restrict result) {
    __incise_assumed("local time is UTC");
    return broken_down(*time, result, "UTC");
}

struct tm *localtime(const long *time) { return localtime_r(time, &shared); }

void tzset(void) {}

static long seconds_of(struct tm *fields, const char *zone) {
    long months = (long)fields->tm_year * 12 + fields->tm_mon;
    long year = floor_divide(months, 12) + 1900;
    long month = months - floor_divide(months, 12) * 12;
    /* Leap years before this one, from the year 1 on. */
    long before = year - 1;
    long leaps = floor_divide(before, 4) - floor_divide(before, 100) + floor_divide(before, 400);
    long days = before * 365 + leaps - 719162 + days_before[is_leap(year)][month] + fields->tm_mday - 1;
    long seconds = days * DAY + (long)fields->tm_hour * 3600 + (long)fields->tm_min * 60 + fields->tm_sec;
    return broken_down(seconds, fields, zone) ? seconds : -1;
}

long timegm(struct tm *fields) { return seconds_of(fields, "GMT"); }

long mktime(struct tm *fields) {
    __incise_assumed("local time is UTC");
    if (fields->tm_isdst > 0) {
        __incise_unsupported("mktime of daylight saving time");
        return -1;
    }
    return seconds_of(fields, "UTC");
}

double difftime(long end, long start) {
    return end < start ? -(double)((unsigned long)start - (unsigned long)end) : (double)((unsigned long)end - (unsigned long)start);
}

static char *add_text(char *to, const char *text, int n) {
    for (int i = 0; i < n; i++) *to++ = text[i];
    return to;
}

static char *add_number(char *to, int number, char fill) {
    *to++ = number < 10 ? fill : (char)('0' + number / 10);
    *to++ = (char)('0' + number % 10);
    return to;
}

char *asctime_r(const struct tm *restrict fields, char *restrict text) {
    long year = 1900L + fields->tm_year;
    int is_usual = (unsigned)fields->tm_wday < 7 && (unsigned)fields->tm_mon < 12 && (unsigned)fields->tm_mday < 100 &&
                   (unsigned)fields->tm_hour < 100 && (unsigned)fields->tm_min < 100 && (unsigned)fields->tm_sec < 100 &&
                   year >= 1000 && year <= 9999;
    if (!is_usual) {
        __incise_unsupported("asctime of a date that has no such text");
        return NULL;
    }
    char *to = add_text(text, &"SunMonTueWedThuFriSat"[3 * fields->tm_wday], 3);
    *to++ = ' ';
    to = add_text(to, &"JanFebMarAprMayJunJulAugSepOctNovDec"[3 * fields->tm_mon], 3);
    *to++ = ' ';
    to = add_number(to, fields->tm_mday, ' ');
    *to++ = ' ';
    to = add_number(to, fields->tm_hour, '0');
    *to++ = ':';
    to = add_number(to, fields->tm_min, '0');
    *to++ = ':';
    to = add_number(to, fields->tm_sec, '0');
    *to++ = ' ';
    to = add_number(to, (int)(year / 100), '0');
    to = add_number(to, (int)(year % 100), '0');
    add_text(to, "\n", 2);
    return text;
}

static char shared_text[26];

char *asctime(const struct tm *fields) { return asctime_r(fields, shared_text); }

char *ctime_r(const long *restrict time, char *restrict text) {
    struct tm fields;
    return localtime_r(time, &fields) ? asctime_r(&fields, text) : NULL;
}

char *ctime(const long *time) { return ctime_r(time, shared_text); }
