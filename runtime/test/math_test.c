/* math.c against glibc, bit by bit. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <math.h>
#include <string.h>

MODEL(frexp); MODEL(ldexp); MODEL(scalbn); MODEL(scalbln); MODEL(ilogb); MODEL(modf);
MODEL(frexpf); MODEL(ldexpf); MODEL(scalbnf); MODEL(scalblnf); MODEL(ilogbf); MODEL(modff);

static int same(double a, double b) { return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0; }

static int same_errno(void) {
    int result = errno == *incise___errno_location();
    errno = *incise___errno_location() = 0;
    return result;
}

static unsigned long any_bits(void) {
    return (unsigned long)random_below(1u << 31) << 33 ^ (unsigned long)random_below(1u << 31) << 12 ^ random_below(1u << 12);
}

static void number(double x, int n) {
    int ours = 77, theirs = 77;
    double our_whole, their_whole;
    CHECK(same(incise_frexp(x, &ours), frexp(x, &theirs)), "frexp(%a)", x);
    CHECK(!isfinite(x) || ours == theirs, "the exponent of frexp(%a): %d, %d", x, ours, theirs);
    CHECK(same(incise_modf(x, &our_whole), modf(x, &their_whole)) && same(our_whole, their_whole), "modf(%a)", x);
    same_errno();
    CHECK(same(incise_ldexp(x, n), ldexp(x, n)), "ldexp(%a, %d): %a", x, n, incise_ldexp(x, n));
    CHECK(same_errno(), "errno of ldexp(%a, %d)", x, n);
    CHECK(same(incise_scalbn(x, n), scalbn(x, n)) && same_errno(), "scalbn(%a, %d)", x, n);
    long far = (long)n * (1L << random_below(32));
    CHECK(same(incise_scalbln(x, far), scalbln(x, far)) && same_errno(), "scalbln(%a, %ld)", x, far);
    CHECK(incise_ilogb(x) == ilogb(x) && same_errno(), "ilogb(%a)", x);
}

static void small_number(float x, int n) {
    int ours = 77, theirs = 77;
    float our_whole, their_whole;
    CHECK(same(incise_frexpf(x, &ours), frexpf(x, &theirs)) && (!isfinite(x) || ours == theirs), "frexpf(%a)", x);
    CHECK(same(incise_modff(x, &our_whole), modff(x, &their_whole)) && same(our_whole, their_whole), "modff(%a)", x);
    same_errno();
    CHECK(same(incise_ldexpf(x, n), ldexpf(x, n)) && same_errno(), "ldexpf(%a, %d)", x, n);
    CHECK(same(incise_scalbnf(x, n), scalbnf(x, n)) && same_errno(), "scalbnf(%a, %d)", x, n);
    CHECK(same(incise_scalblnf(x, n), scalblnf(x, n)) && same_errno(), "scalblnf(%a, %d)", x, n);
    CHECK(incise_ilogbf(x) == ilogbf(x) && same_errno(), "ilogbf(%a)", x);
}

void test_math(void) {
    static const double special[] = {0.0, -0.0, 1, -1, 0.5, INFINITY, -INFINITY, NAN, 0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp1023, 1e300, 2.5};
    static const int exponents[] = {0, 1, -1, 2000, -2000, 2147483647, -2147483647 - 1, -1074, -1075, 1023, 1024, 2098, -2099, 149, -149};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
            number(special[i], exponents[k]);
            small_number((float)special[i], exponents[k]);
        }
    }
    for (int i = 0; i < 40000; i++) {
        double x;
        float y;
        unsigned long bits = any_bits();
        unsigned half = (unsigned)any_bits();
        memcpy(&x, &bits, sizeof x), memcpy(&y, &half, sizeof y);
        number(x, (int)random_below(4400) - 2200);
        small_number(y, (int)random_below(600) - 300);
    }
}
