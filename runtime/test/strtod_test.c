/* strtod.c against glibc: bits, ends and errno; numbers at, just above and just below the middle between two results. */
#include "check.h"
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MODEL(strtod); MODEL(strtof); MODEL(atof);

static const char *const NUMBERS[] = {
    "", " ", "0", "-0", "+0", ".", "-", "+", "e1", ".e1", "0.", ".0", "1.", ".5", "-.5e1", "1e", "1e+", "1e-", "1e1e1", "1.2.3",
    "0x", "0x.", "0x.8", "0x1", "-0x1.8p1", "0xp1", "0x1p", "0x1p+", "0x.p1", "0xg", "0x1.fffffffffffff8p0", "0x1.fffffffffffff7p0",
    "0x1.fffffffffffff80000001p0", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1.0000001p-1075", "0x1p1023", "0x1p1024",
    "0x1.fffffffffffff7fffp1023", "0x1.fffffffffffff8p1023", "0x0.fffffffffffff8p-1022", "0x0.fffffffffffffcp-1022",
    "0x0.fffffffffffffbp-1022", "0x0.000000000000000000001p100", "0x100000000000000000000000", "0x0p99999999999999999999",
    "0x1p-99999999999999999999", "0x1p99999999999999999999", "0x1.fffffep127", "0x1.ffffffp127", "0x1p-149", "0x1p-150",
    "inf", "INF", "-inf", "infinity", "InFiNiTy", "infinit", "infinityx", "in", "nan", "-NaN", "na", "nanx", "+inf",
    "1e308", "1e309", "-1e309", "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "2.2250738585072014e-308",
    "2.2250738585072011e-308", "2.2250738585072012e-308", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400",
    "0e99999999999999999999", "1e99999999999999999999", "1e-99999999999999999999", "9007199254740993", "9007199254740992.5",
    "9007199254740993.00000000000000000000000000000000000001", "1e22", "1e23", "8.5e22", "123456789012345e22", "123456789012345e-22",
    "3.4028234e38", "3.4028235677973366e38", "3.4028236e38", "1.17549435e-38", "1.1754943157898259e-38", "1.401298464324817e-45",
    "7.006492321624085e-46", "7.006492321624086e-46", "16777217", "16777216.5", "16777219", "1e10", "9999999e10", "9999999e-10",
    "0.1", "0.3", "3.14159265358979323846264338327950288", "  \t12.5xyz", "1,5", "00000000000000000000001.5", "1_0",
};

static uint64_t double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void compare(const char *text) {
    char *our_end, *their_end;
    errno = *incise___errno_location() = 0;
    double our_double = incise_strtod(text, &our_end), their_double = strtod(text, &their_end);
    CHECK(double_bits(our_double) == double_bits(their_double), "strtod(\"%s\") gives %a, not %a", text, our_double, their_double);
    CHECK(our_end == their_end, "the end of strtod(\"%s\")", text);
    CHECK(*incise___errno_location() == errno, "errno of strtod(\"%s\"): %d, not %d", text, *incise___errno_location(), errno);
    CHECK(double_bits(incise_atof(text)) == double_bits(their_double), "atof(\"%s\")", text);
    errno = *incise___errno_location() = 0;
    float our_float = incise_strtof(text, &our_end), their_float = strtof(text, &their_end);
    CHECK(float_bits(our_float) == float_bits(their_float), "strtof(\"%s\") gives %a, not %a", text, our_float, their_float);
    CHECK(our_end == their_end, "the end of strtof(\"%s\")", text);
    CHECK(*incise___errno_location() == errno, "errno of strtof(\"%s\"): %d, not %d", text, *incise___errno_location(), errno);
}

static uint64_t random_bits(void) { return (uint64_t)random_below(1u << 31) << 33 ^ (uint64_t)random_below(1u << 31) << 11 ^ random_below(2048); }

/* The text, and texts a little more and a little less than it. */
static void compare_around(char *text) {
    compare(text);
    size_t n = strlen(text);
    char *exponent = strchr(text, 'e');
    if (!exponent || n > 2400) return;
    char tail[32];
    strcpy(tail, exponent);
    strcpy(exponent, random_below(2) ? "1" : "00000000000000000000000000000000000000000000000000000000000000000000000001");
    strcat(exponent, tail);
    compare(text);
    strcpy(exponent, tail);
    if (exponent[-1] > '0' && exponent[-1] <= '9') exponent[-1]--;
    compare(text);
}

static void compare_random_doubles(void) {
    static char text[3000];
    for (int round = 0; round < 3000; round++) {
        uint64_t bits = random_bits() & INT64_MAX;
        if (random_below(4) == 0) bits &= UINT64_MAX >> (1 + random_below(30)); /* small and subnormal */
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        snprintf(text, sizeof text, "%.*e", (int)random_below(40), value);
        compare(text);
        snprintf(text, sizeof text, "%a", value);
        compare(text);
        if (round % 4) continue;
        snprintf(text, sizeof text, "%.800e", value);
        compare_around(text);
        /* long double holds the middle of two doubles exactly. */
        long double middle = ((long double)value + (long double)nextafter(value, 0)) / 2;
        snprintf(text, sizeof text, "%.780Le", middle);
        compare_around(text);
        float narrow = (float)value;
        if (!isfinite(narrow)) narrow = (float)random_below(1u << 31) / 128;
        snprintf(text, sizeof text, "%.200e", ((double)narrow + (double)nextafterf(narrow, 0)) / 2);
        compare_around(text);
    }
}

void test_strtod(void) {
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        char *text = exact_copy(NUMBERS[i], strlen(NUMBERS[i]) + 1);
        compare(text);
        free(text);
    }
    static const char *const ALPHABETS[] = {"0123456789.e", "0123456789", "0.1eE+-", "0xX1fFpP.-+", " infatyINFATY(", "0123456789"};
    for (int round = 0; round < 30000; round++) {
        char *text = random_string(ALPHABETS[random_below(6)], random_below(3) ? 12 : 40);
        if (!strchr(text, '(')) compare(text);
        free(text);
    }
    compare_random_doubles();
    CHECK(!unsupported, "a number of the tests was unsupported");
    incise_strtod("nan(1)", NULL);
    CHECK(unsupported != NULL, "nan(1) is said to be unsupported");
    unsupported = NULL;
}
