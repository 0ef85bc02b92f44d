/* struct tm, as glibc has it. */
#ifndef INCISE_LIBC_CALENDAR_H
#define INCISE_LIBC_CALENDAR_H

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

long timegm(struct tm *fields);

#endif
