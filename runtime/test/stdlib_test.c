/* strtol.c and stdlib.c against glibc, errno, end pointers and orders of comparison included. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MODEL(abs); MODEL(labs); MODEL(llabs); MODEL(div); MODEL(ldiv); MODEL(lldiv); MODEL(atoi); MODEL(atol); MODEL(atoll);
MODEL(strtol); MODEL(strtoul); MODEL(strtoll); MODEL(strtoull); MODEL(qsort); MODEL(bsearch);
extern __typeof__(strtol) incise___isoc23_strtol;
extern __typeof__(strtoll) incise___isoc23_strtoll;
extern __typeof__(strtoul) incise___isoc23_strtoul;
extern __typeof__(strtoull) incise___isoc23_strtoull;

static const char *const NUMBERS[] = {
    "", "0", "-", "+", "- 1", "+-1", "--1", "0x", "0X", "0x1", "-0x1", "0xg", "0x-1", "00x1", "08", "0777", "0b1", "0b2",
    "9223372036854775806", "9223372036854775807", "9223372036854775808", "-9223372036854775807",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551614", "18446744073709551615",
    "18446744073709551616", "-18446744073709551615", "-18446744073709551616", "99999999999999999999999",
    "-99999999999999999999999", "0000000000000000000000000000000001", "0xffffffffffffffff", "0x10000000000000000",
    "0x7fffffffffffffff", "0x8000000000000000", "-0x8000000000000000", "01777777777777777777777",
    "02000000000000000000000", "2147483647", "2147483648", "-2147483649", "4294967296", " \t\n\v\f\r12", ("\xa0" "1"),
    "zz", "ZZ", "1z", "3w5e11264sgsf", "3w5e11264sgsg", "1y2p0ij32e8e7", "1y2p0ij32e8e8", "12 34", "1_000",
};

#define CONVERT(function, text, base) \
    do { \
        char *our_end = (char *)"unset", *their_end = our_end; \
        errno = *incise___errno_location() = 0; \
        __auto_type ours = incise_##function(text, &our_end, base); \
        __auto_type theirs = function(text, &their_end, base); \
        CHECK(ours == theirs, #function "(\"%s\", %d) gives %lld", text, base, (long long)ours); \
        CHECK(our_end == their_end, #function "(\"%s\", %d), the end", text, base); \
        CHECK(*incise___errno_location() == errno, #function "(\"%s\", %d), errno %d", text, base, errno); \
        CHECK(incise_##function(text, NULL, base) == ours, #function "(\"%s\", %d) without an end", text, base); \
    } while (0)

static void convert(const char *text, int base) {
    CONVERT(strtol, text, base);
    CONVERT(strtoul, text, base);
    CONVERT(strtoll, text, base);
    CONVERT(strtoull, text, base);
    CHECK(incise_atoi(text) == atoi(text), "atoi(\"%s\")", text);
    CHECK(incise_atol(text) == atol(text), "atol(\"%s\")", text);
    CHECK(incise_atoll(text) == atoll(text), "atoll(\"%s\")", text);
}

static void test_conversions(void) {
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        char *text = exact_copy(NUMBERS[i], strlen(NUMBERS[i]) + 1);
        for (int base = -2; base <= 40; base++) convert(text, base);
        convert(text, INT_MAX);
        convert(text, INT_MIN);
        free(text);
    }
    static const char *const ALPHABETS[] = {"0123456789", "01", "0x1fF -+", " \n-+0xXzZ9", "0123456789abcdefghijklmnopqrstuvwxyz"};
    for (int round = 0; round < 40000; round++) {
        char *text = random_string(ALPHABETS[random_below(5)], random_below(2) ? 8 : 70);
        static const int BASES[] = {0, 10, 16, 8, 2};
        convert(text, random_below(2) ? BASES[random_below(5)] : (int)random_below(38));
        free(text);
    }
}

/* glibc has these names only since 2.38; C23 7.24.1.7 says what they give. */
static void test_binary_prefix(void) {
    static const struct { const char *text; int base; long value; int length; } CASES[] = {
        {"0b101", 0, 5, 5}, {"0B11", 2, 3, 4}, {"-0b1", 0, -1, 4}, {"0b", 0, 0, 1}, {"0b2", 0, 0, 1}, {"0b102", 2, 2, 4},
        {"0b1", 16, 177, 3}, {"0b1", 10, 0, 1}, {"0x1f", 0, 31, 4}, {"017", 0, 15, 3}, {"12", 0, 12, 2}, {"b1", 2, 0, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char *end;
        CHECK(incise___isoc23_strtol(CASES[i].text, &end, CASES[i].base) == CASES[i].value, "%s", CASES[i].text);
        CHECK(end - CASES[i].text == CASES[i].length, "the end of %s", CASES[i].text);
        CHECK(incise___isoc23_strtoll(CASES[i].text, &end, CASES[i].base) == CASES[i].value, "%s", CASES[i].text);
        CHECK(incise___isoc23_strtoul(CASES[i].text, &end, CASES[i].base) == (unsigned long)CASES[i].value, "%s", CASES[i].text);
        CHECK(incise___isoc23_strtoull(CASES[i].text, &end, CASES[i].base) == (unsigned long)CASES[i].value, "%s", CASES[i].text);
    }
}

static void test_arithmetic(void) {
    for (int round = 0; round < 5000; round++) {
        int a = (int)random_below(UINT_MAX), b = (int)random_below(UINT_MAX) >> random_below(31);
        long la = (long)a * (1L << random_below(32)), lb = (long)b * (1L << random_below(20));
        if (a == INT_MIN || b == 0 || b == -1) continue;
        div_t d = incise_div(a, b), e = div(a, b);
        ldiv_t ld = incise_ldiv(la, lb), le = ldiv(la, lb);
        lldiv_t lld = incise_lldiv(la, lb), lle = lldiv(la, lb);
        CHECK(d.quot == e.quot && d.rem == e.rem, "div(%d, %d)", a, b);
        CHECK(ld.quot == le.quot && ld.rem == le.rem, "ldiv(%ld, %ld)", la, lb);
        CHECK(lld.quot == lle.quot && lld.rem == lle.rem, "lldiv(%ld, %ld)", la, lb);
        CHECK(incise_abs(a) == abs(a), "abs(%d)", a);
        CHECK(incise_labs(la) == labs(la), "labs(%ld)", la);
        CHECK(incise_llabs(la) == llabs(la), "llabs(%ld)", la);
    }
}

/* Elements are a key and the place they came from; comparisons are logged. */
static size_t element_size;
static unsigned char comparisons[4000];
static size_t n_comparisons;

static int by_key(const void *left, const void *right) {
    const unsigned char *a = left, *b = right;
    if (n_comparisons + 4 <= sizeof comparisons) {
        comparisons[n_comparisons++] = a[0];
        comparisons[n_comparisons++] = element_size > 1 ? a[1] : 0;
        comparisons[n_comparisons++] = b[0];
        comparisons[n_comparisons++] = element_size > 1 ? b[1] : 0;
    }
    return a[0] - b[0];
}

static void test_sorting(void) {
    static const size_t SIZES[] = {1, 2, 3, 4, 8, 12, 16, 33, 40};
    for (int round = 0; round < 5000; round++) {
        size_t n = random_below(round % 10 ? 12 : 60);
        size_t size = element_size = SIZES[random_below(sizeof SIZES / sizeof *SIZES)];
        unsigned n_keys = 1 + random_below(20);
        unsigned char *ours = calloc(n ? n : 1, size);
        for (size_t i = 0; i < n; i++) {
            ours[i * size] = (unsigned char)random_below(n_keys);
            if (size > 1) ours[i * size + 1] = (unsigned char)i;
        }
        unsigned char *theirs = exact_copy(ours, n * size);
        static unsigned char our_comparisons[sizeof comparisons];
        n_comparisons = 0;
        incise_qsort(ours, n, size, by_key);
        size_t our_n = n_comparisons;
        memcpy(our_comparisons, comparisons, our_n);
        n_comparisons = 0;
        qsort(theirs, n, size, by_key);
        CHECK(memcmp(ours, theirs, n * size) == 0, "qsort of %zu elements of %zu bytes", n, size);
#if !__has_feature(address_sanitizer) /* whose qsort compares more */
        CHECK(our_n == n_comparisons && memcmp(our_comparisons, comparisons, our_n) == 0,
              "the comparisons of qsort for %zu elements", n);
#endif
        for (unsigned key = 0; key <= n_keys; key++) {
            unsigned char wanted[2] = {(unsigned char)key, 0};
            CHECK(incise_bsearch(wanted, theirs, n, size, by_key) == bsearch(wanted, theirs, n, size, by_key),
                  "bsearch for %u in %zu elements", key, n);
        }
        free(ours), free(theirs);
    }
}

void test_stdlib(void) {
    test_conversions();
    test_binary_prefix();
    test_arithmetic();
    test_sorting();
}
