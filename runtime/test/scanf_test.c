/* scanf.c against glibc: random formats on random texts, results, stored bytes and errno; streams in addition to how far
 * they were read. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

MODEL(sscanf); MODEL(fscanf); MODEL(scanf); MODEL(vsscanf); MODEL(vscanf); MODEL(vfscanf);
MODEL(fopen); MODEL(fclose); MODEL(ftell); MODEL(fgetc); MODEL(feof);
extern __typeof__(sscanf) incise___isoc99_sscanf, incise___isoc23_sscanf;
extern __typeof__(fscanf) incise___isoc99_fscanf, incise___isoc23_fscanf;
extern __typeof__(scanf) incise___isoc99_scanf, incise___isoc23_scanf;

static const char *const DIRECTIVES[] = {
    "%d", "%d", "%i", "%u", "%x", "%o", "%X", "%p", "%c", "%s", "%n", "%%", " ", "\t", "a", ",", "x", "%*d", "%*s", "%*c",
    "%1d", "%2d", "%3i", "%2x", "%3x", "%1s", "%3s", "%2c", "%5c", "%*2d", "%4p", "%5p", "%hhd", "%hd", "%ld", "%lld", "%zd",
    "%jd", "%td", "%hhu", "%hu", "%lu", "%llu", "%qd", "%Lu", "%hhi", "%lx", "%hho", "%hhn", "%ln", "%hn", "%[a-z]",
    "%[^,]", "%[0-9]", "%[]a]", "%[^]a]", "%[a-]", "%[-a]", "%[z-a]", "%[a-a]", "%3[a-f0-9x]", "%*[a-z]", "%[a-c-x]",
    "%[+-9]", "%0d", "%20d", "%5d", "%*n",
};
#if __has_feature(address_sanitizer)
static const char *const ENDINGS[] = {""}; /* the sanitizer's own sscanf ends the process on malformed formats */
#else
static const char *const ENDINGS[] = {"", "", "", "", "", "", "%[", "%[a", "%[^", "%", "%y", "%*"};
#endif
static const char *const ALPHABETS[] = {"0123456789", "0x1 aA-+", "abcx,%] -aa--", " \n\t12,a", "-+0xXfFzZ9 (nil)", "\xff\x80 1a"};
static const char *const TEXTS[] = {
    "", " ", "0x", "0x1", "0xg", "-0x10", "+", "-", "+-1", "99999999999999999999", "-99999999999999999999",
    "18446744073709551616", "9223372036854775808", "-9223372036854775809", "4294967296", "(nil)", "(NIL)", "(nix)", "(ni",
    "0b101", "08", "%", " %", "a]b", "256", "65536 -129", "1 2 3 4 5", "12,34", "12 , 34", "abc def", "0x0x1", "00012",
};

enum { N_TARGETS = 6, TARGET_SIZE = 80 };
typedef char targets[N_TARGETS][TARGET_SIZE];

#define POINTERS(t) (void *)t[0], (void *)t[1], (void *)t[2], (void *)t[3], (void *)t[4], (void *)t[5]

static void compare(const char *text, const char *format) {
    targets ours, theirs;
    memset(ours, '#', sizeof ours);
    memset(theirs, '#', sizeof theirs);
    errno = *incise___errno_location() = 0;
    int our_count = incise_sscanf(text, format, POINTERS(ours));
    int their_count = sscanf(text, format, POINTERS(theirs));
    CHECK(our_count == their_count, "sscanf(\"%s\", \"%s\") gives %d, not %d", text, format, our_count, their_count);
    CHECK(memcmp(ours, theirs, sizeof ours) == 0, "what sscanf(\"%s\", \"%s\") stored", text, format);
    CHECK(*incise___errno_location() == errno, "errno of sscanf(\"%s\", \"%s\"): %d, not %d", text, format,
          *incise___errno_location(), errno);
}

static void compare_streams(const char *path, const char *text, const char *format) {
    targets ours, theirs;
    memset(ours, '#', sizeof ours);
    memset(theirs, '#', sizeof theirs);
    FILE *out = fopen(path, "w");
    fputs(text, out);
    fclose(out);
    FILE *our_file = incise_fopen(path, "r"), *their_file = fopen(path, "r");
    int our_count = incise_fscanf(our_file, format, POINTERS(ours));
    int their_count = fscanf(their_file, format, POINTERS(theirs));
    CHECK(our_count == their_count, "fscanf(\"%s\", \"%s\") gives %d, not %d", text, format, our_count, their_count);
    CHECK(memcmp(ours, theirs, sizeof ours) == 0, "what fscanf(\"%s\", \"%s\") stored", text, format);
    CHECK(incise_feof(our_file) == feof(their_file), "feof after fscanf(\"%s\", \"%s\")", text, format);
    long our_place = incise_ftell(our_file), their_place = ftell(their_file);
    CHECK(our_place == their_place, "fscanf(\"%s\", \"%s\") stops at %ld, not %ld", text, format, our_place, their_place);
    CHECK(incise_fgetc(our_file) == fgetc(their_file), "what comes after fscanf(\"%s\", \"%s\")", text, format);
    incise_fclose(our_file), fclose(their_file);
}

static void random_format(char *format) {
    unsigned n = 1 + random_below(N_TARGETS);
    *format = 0;
    for (unsigned i = 0; i < n; i++) strcat(format, DIRECTIVES[random_below(sizeof DIRECTIVES / sizeof *DIRECTIVES)]);
    strcat(format, ENDINGS[random_below(sizeof ENDINGS / sizeof *ENDINGS)]);
}

static int call_vsscanf(__typeof__(vsscanf) *function, const char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = function(text, format, arguments);
    va_end(arguments);
    return count;
}

static int call_vscanf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = incise_vscanf(format, arguments);
    va_end(arguments);
    return count;
}

extern FILE *incise_stdin;

static int call_vfscanf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = incise_vfscanf(incise_stdin, format, arguments);
    va_end(arguments);
    return count;
}

static void test_names(void) {
    int a = 0, b = 0;
    standard_input = "1 2 0b11 4 5 6 7 ";
    CHECK(incise_scanf("%d", &a) == 1 && a == 1, "scanf");
    CHECK(incise___isoc99_scanf("%d", &a) == 1 && a == 2, "__isoc99_scanf");
    CHECK(incise___isoc23_scanf("%i", &a) == 1 && a == 3, "__isoc23_scanf");
    CHECK(call_vscanf("%d", &a) == 1 && a == 4, "vscanf");
    CHECK(call_vfscanf("%d", &a) == 1 && a == 5, "vfscanf");
    CHECK(incise___isoc99_fscanf(incise_stdin, "%d", &a) == 1 && a == 6, "__isoc99_fscanf");
    CHECK(incise___isoc23_fscanf(incise_stdin, "%d", &a) == 1 && a == 7, "__isoc23_fscanf");
    CHECK(incise_scanf("%d", &a) == EOF, "scanf at the end");
    CHECK(call_vsscanf(incise_vsscanf, "8 9", "%d%d", &a, &b) == 2 && a == 8 && b == 9, "vsscanf");
    CHECK(incise___isoc99_sscanf("0b1", "%i%n", &a, &b) == 1 && a == 0 && b == 1, "__isoc99_sscanf takes no 0b");
    CHECK(incise___isoc23_sscanf("-0b101z", "%i%n", &a, &b) == 1 && a == -5 && b == 6, "__isoc23_sscanf takes 0b");
    CHECK(incise___isoc23_sscanf("0b1", "%d%n", &a, &b) == 1 && a == 0 && b == 1, "but not with %%d");
}

static void test_unsupported(void) {
    static const char *const FORMATS[] = {"%f", "%lf", "%g", "%a", "%ls", "%lc", "%S", "%C", "%ms", "%1$d", "%'d", "%Id", "%l[a]"};
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        char format[16] = "%c";
        char first = 0, rest[64];
        strcat(format, FORMATS[i]);
        unsupported = NULL;
        CHECK(incise_sscanf("x12", format, &first, rest) == 1 && first == 'x', "what precedes %s", FORMATS[i]);
        CHECK(unsupported != NULL, "%s is said to be unsupported", FORMATS[i]);
    }
    unsupported = NULL;
}

void test_scanf(void) {
    char path[] = "incise-scanf-XXXXXX";
    char format[200];
    close(mkstemp(path));
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        for (size_t j = 0; j < sizeof DIRECTIVES / sizeof *DIRECTIVES; j++) {
            snprintf(format, sizeof format, "%s%s", DIRECTIVES[j], "%n%3c");
            compare(TEXTS[i], format);
            compare_streams(path, TEXTS[i], DIRECTIVES[j]);
        }
    }
    for (int round = 0; round < 60000; round++) {
        char *text = random_string(ALPHABETS[random_below(sizeof ALPHABETS / sizeof *ALPHABETS)], 24);
        random_format(format);
        compare(text, format);
        if (round % 10 == 0) compare_streams(path, text, format);
        free(text);
    }
    unlink(path);
    CHECK(!unsupported, "a format of the tests was unsupported: %s", unsupported ? unsupported : "");
    test_names();
    test_unsupported();
}
