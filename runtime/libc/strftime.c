/* Dates as text: strftime.
 *
 * Contract: C11 7.27.3.5, POSIX and glibc in the C locale; fields out of range print `?` where glibc does. Flags and widths after %
 * (a GNU extension) and the modifiers E and O: unsupported.
 */
#include "calendar.h"
#include "engine.h"
#include <limits.h>

size_t strlen(const char *s);

static const char *const weekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

struct target {
    char *to;
    size_t size, used;
};

static void put(struct target *target, char c) {
    if (target->used < target->size) target->to[target->used] = c;
    target->used++;
}

static void put_text(struct target *target, const char *text, size_t limit) {
    for (size_t i = 0; i < limit && text[i]; i++) put(target, text[i]);
}

/* A name, or its first three letters. */
static void put_name(struct target *target, const char *const *names, int n_names, int index, size_t limit) {
    if (index < 0 || index >= n_names) put(target, '?');
    else put_text(target, names[index], limit);
}

static void put_number(struct target *target, long number, int width, char fill) {
    char digits[24];
    int n = 0;
    unsigned long magnitude = number < 0 ? 0 - (unsigned long)number : (unsigned long)number;
    do digits[n++] = (char)('0' + magnitude % 10);
    while (magnitude /= 10);
    int n_sign = number < 0;
    if (fill == ' ') {
        for (int i = n + n_sign; i < width; i++) put(target, ' ');
    }
    if (n_sign) put(target, '-');
    if (fill == '0') {
        for (int i = n + n_sign; i < width; i++) put(target, '0');
    }
    while (n > 0) put(target, digits[--n]);
}

static int is_leap(long year) { return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0)); }

/* Days since the Monday of the first week (ISO 8601); negative where the day is in the last week of the year before. */
static long iso_days(long yday, long wday) { return yday - (yday - wday + 4 + 378) % 7 + 3; }

static void iso_week(const struct tm *fields, long *year, long *week) {
    *year = 1900L + fields->tm_year;
    long days = iso_days(fields->tm_yday, fields->tm_wday);
    if (days < 0) {
        --*year;
        days = iso_days(fields->tm_yday + 365 + is_leap(*year), fields->tm_wday);
    } else {
        long next = iso_days(fields->tm_yday - 365 - is_leap(*year), fields->tm_wday);
        if (next >= 0) {
            ++*year;
            days = next;
        }
    }
    *week = days / 7 + 1;
}

static long remainder_of(long number, long by) { return (number % by + by) % by; }

static void put_fields(struct target *target, const char *format, const struct tm *fields);

/* The date of %c, %D, %F, …: made of others. */
static const char *composed(char letter) {
    switch (letter) {
    case 'c': return "%a %b %e %H:%M:%S %Y";
    case 'D': case 'x': return "%m/%d/%y";
    case 'r': return "%I:%M:%S %p";
    case 'R': return "%H:%M";
    case 'T': case 'X': return "%H:%M:%S";
    default: return NULL;
    }
}

static void put_zone(struct target *target, const struct tm *fields) {
    if (fields->tm_isdst < 0) return;
    long minutes = fields->tm_gmtoff / 60;
    put(target, fields->tm_gmtoff < 0 ? '-' : '+');
    if (minutes < 0) minutes = -minutes;
    put_number(target, minutes / 60 * 100 + minutes % 60, 4, '0');
}

static void put_week(struct target *target, char letter, const struct tm *fields) {
    long year, week;
    iso_week(fields, &year, &week);
    switch (letter) {
    case 'G': put_number(target, year, 1, '0'); break;
    case 'g': put_number(target, remainder_of(year, 100), 2, '0'); break;
    case 'V': put_number(target, week, 2, '0'); break;
    case 'U': put_number(target, (fields->tm_yday - fields->tm_wday + 7) / 7, 2, '0'); break;
    default: put_number(target, (fields->tm_yday - (fields->tm_wday + 6) % 7 + 7) / 7, 2, '0'); break;
    }
}

static void put_year(struct target *target, char letter, const struct tm *fields) {
    long year = 1900L + fields->tm_year;
    if (year > INT_MAX) __incise_unsupported("strftime with a year that is no int");
    switch (letter) {
    case 'Y': put_number(target, year, 1, '0'); break;
    case 'y': put_number(target, remainder_of(year, 100), 2, '0'); break;
    case 'C':
        /* What glibc puts before one digit depends on its version. */
        if (year < 1000) __incise_unsupported("strftime with %C of a year before 1000");
        put_number(target, year / 100, 2, '0');
        break;
    default:
        put_number(target, year, 1, '0');
        put_fields(target, "-%m-%d", fields);
    }
}

static void put_field(struct target *target, char letter, const struct tm *fields) {
    int hour12 = fields->tm_hour > 12 ? fields->tm_hour - 12 : fields->tm_hour == 0 ? 12 : fields->tm_hour;
    switch (letter) {
    case '%': put(target, '%'); break;
    case 'n': put(target, '\n'); break;
    case 't': put(target, '\t'); break;
    case 'a': put_name(target, weekdays, 7, fields->tm_wday, 3); break;
    case 'A': put_name(target, weekdays, 7, fields->tm_wday, 9); break;
    case 'b': case 'h': put_name(target, months, 12, fields->tm_mon, 3); break;
    case 'B': put_name(target, months, 12, fields->tm_mon, 9); break;
    case 'd': put_number(target, fields->tm_mday, 2, '0'); break;
    case 'e': put_number(target, fields->tm_mday, 2, ' '); break;
    case 'H': put_number(target, fields->tm_hour, 2, '0'); break;
    case 'k': put_number(target, fields->tm_hour, 2, ' '); break;
    case 'I': put_number(target, hour12, 2, '0'); break;
    case 'l': put_number(target, hour12, 2, ' '); break;
    case 'j': put_number(target, fields->tm_yday + 1L, 3, '0'); break;
    case 'm': put_number(target, fields->tm_mon + 1L, 2, '0'); break;
    case 'M': put_number(target, fields->tm_min, 2, '0'); break;
    case 'p': put_text(target, fields->tm_hour > 11 ? "PM" : "AM", 2); break;
    case 'P': put_text(target, fields->tm_hour > 11 ? "pm" : "am", 2); break;
    case 'S': put_number(target, fields->tm_sec, 2, '0'); break;
    case 'u': put_number(target, (fields->tm_wday + 6) % 7 + 1, 1, '0'); break;
    case 'w': put_number(target, fields->tm_wday, 1, '0'); break;
    case 'U': case 'W': case 'V': case 'G': case 'g': put_week(target, letter, fields); break;
    case 'Y': case 'y': case 'C': case 'F': put_year(target, letter, fields); break;
    case 'z': put_zone(target, fields); break;
    case 'Z': put_text(target, fields->tm_zone ? fields->tm_zone : "", (size_t)-1); break;
    default: __incise_unsupported("strftime with a conversion that is not modelled");
    }
}

static void put_fields(struct target *target, const char *format, const struct tm *fields) {
    for (; *format; format++) {
        if (*format != '%') {
            put(target, *format);
            continue;
        }
        format++;
        const char *parts = composed(*format);
        if (parts) put_fields(target, parts, fields);
        else put_field(target, *format, fields);
        if (!*format) return;
    }
}

size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict fields) {
    struct target target = {to, size, 0};
    put_fields(&target, format, fields);
    if (target.used >= size) return 0;
    to[target.used] = 0;
    return target.used;
}
