/* calendar.c and strftime.c against glibc, with local time in UTC. */
#define _GNU_SOURCE
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

MODEL(gmtime_r); MODEL(gmtime); MODEL(localtime_r); MODEL(localtime); MODEL(timegm); MODEL(mktime); MODEL(difftime); MODEL(asctime_r);
MODEL(asctime); MODEL(ctime); MODEL(ctime_r); MODEL(strftime);

static int same(const struct tm *a, const struct tm *b) {
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday &&
           a->tm_mon == b->tm_mon && a->tm_year == b->tm_year && a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday &&
           a->tm_isdst == b->tm_isdst && a->tm_gmtoff == b->tm_gmtoff && strcmp(a->tm_zone, b->tm_zone) == 0;
}

static const char *const FORMATS[] = {"%a %A %b %B %h", "%c|%x|%X", "%d %D %e %F", "%C", "%g %G %V %U %W %u %w", "%H %I %k %l %j",
                                      "%m %M %n%t%% %p %P", "%r %R %S %T", "%y %Y %z %Z", "plain", "", "%Y-%m-%dT%H:%M:%SZ"};

static void format(const struct tm *fields) {
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        char ours[128], theirs[128];
        if (fields->tm_year > 2147483647 - 1900) continue;
        if (!strcmp(FORMATS[i], "%C") && fields->tm_year < 1000 - 1900) continue;
        size_t size = random_below(3) ? sizeof ours : random_below(40);
        size_t n = incise_strftime(ours, size, FORMATS[i], fields);
        CHECK(n == strftime(theirs, size, FORMATS[i], fields), "strftime(%s, %zu)", FORMATS[i], size);
        /* Zero is a text that is empty, or one that does not fit. */
        int has_text = n > 0 || (size > 0 && !*FORMATS[i]);
        CHECK(!has_text || strcmp(ours, theirs) == 0, "strftime(%s): %s, %s", FORMATS[i], has_text ? ours : "", has_text ? theirs : "");
    }
}

static void moment(time_t now) {
    struct tm ours, theirs;
    struct tm *r = incise_gmtime_r(&now, &ours), *t = gmtime_r(&now, &theirs);
    CHECK((r == NULL) == (t == NULL), "gmtime_r(%ld)", now);
    if (!r || !t) return;
    CHECK(same(&ours, &theirs), "the date of gmtime_r(%ld)", now);
    CHECK(same(incise_gmtime(&now), &theirs), "gmtime(%ld)", now);
    CHECK(incise_timegm(&ours) == now, "timegm of %ld", now);
    format(&theirs);
    struct tm local;
    localtime_r(&now, &local);
    CHECK(same(incise_localtime_r(&now, &ours), &local) && same(incise_localtime(&now), &local), "localtime(%ld)", now);
    if (theirs.tm_year >= 1000 - 1900 && theirs.tm_year <= 9999 - 1900) {
        char our_text[32], their_text[32];
        CHECK(strcmp(incise_asctime_r(&theirs, our_text), asctime_r(&theirs, their_text)) == 0, "asctime_r(%ld)", now);
        CHECK(strcmp(incise_asctime(&theirs), their_text) == 0, "asctime(%ld)", now);
        CHECK(strcmp(incise_ctime(&now), ctime(&now)) == 0, "ctime(%ld)", now);
        CHECK(strcmp(incise_ctime_r(&now, our_text), ctime_r(&now, their_text)) == 0, "ctime_r(%ld)", now);
    }
}

static int any_field(void) {
    switch (random_below(4)) {
    case 0: return (int)random_below(4000) - 2000;
    case 1: return (int)random_below(2000000000) - 1000000000;
    default: return (int)random_below(60);
    }
}

static long any_long(void) {
    unsigned long high = random_below(1u << 31), low = random_below(1u << 31);
    return (long)(high << 33 | low << 2 | random_below(4)) >> random_below(60);
}

void test_calendar(void) {
    setenv("TZ", "UTC0", 1);
    tzset();
    for (int i = 0; i < 20000; i++) moment(any_long());
    static const time_t special[] = {0, -1, 951782399, 951782400, 951868800, 4107542400, -2208988800, -62135596800, -62167219200,
                                     67768036191676799, 67768036191676800, -67768040609740800, -67768040609740801};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) moment(special[i]);
    for (long day = -800000; day < 800000; day += 97) moment(day * 86400 + 43200);
    for (int i = 0; i < 20000; i++) {
        struct tm ours = {.tm_sec = any_field(), .tm_min = any_field(), .tm_hour = any_field(), .tm_mday = any_field(), .tm_mon = any_field(),
                          .tm_year = any_field(), .tm_isdst = -(int)random_below(2), .tm_zone = "?"};
        struct tm theirs = ours, also = ours;
        CHECK(incise_timegm(&ours) == timegm(&theirs) && same(&ours, &theirs), "timegm of random fields");
        ours = theirs = also;
        CHECK(incise_mktime(&ours) == mktime(&theirs) && same(&ours, &theirs), "mktime of random fields");
    }
    for (int i = 0; i < 3000; i++) {
        struct tm fields = {.tm_sec = (int)random_below(62), .tm_min = (int)random_below(60), .tm_hour = (int)random_below(24),
                            .tm_mday = 1 + (int)random_below(31), .tm_mon = (int)random_below(14) - 1, .tm_year = (int)random_below(3000) - 2000,
                            .tm_wday = (int)random_below(7), .tm_yday = (int)random_below(366), .tm_gmtoff = (long)random_below(90000) - 45000,
                            .tm_zone = "ABC"};
        format(&fields);
        time_t a = any_long(), b = any_long();
        CHECK(incise_difftime(a, b) == difftime(a, b), "difftime(%ld, %ld)", a, b);
    }
    CHECK(assumed && strstr(assumed, "UTC"), "local time says what it assumes");
}
