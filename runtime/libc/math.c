/* Parts of floating-point numbers: frexp ldexp scalbn scalbln ilogb modf, for double and float.
 *
 * Contract: C11 7.12.6, 7.12.12, with glibc's errno (ERANGE where a finite number becomes zero or infinite, EDOM for ilogb of zero,
 * infinities and NaNs).
 */
#include "engine.h"
#include <limits.h>

double trunc(double number);
double copysign(double number, double sign);

enum { EXPONENT_BITS = 0x7ff, BIAS = 1023, ERROR_DOMAIN = 33 };

union bits {
    double number;
    unsigned long whole;
};

static int exponent_of(double number) {
    union bits bits = {.number = number};
    return (int)(bits.whole >> 52 & EXPONENT_BITS);
}

static double with_exponent(double number, unsigned long exponent) {
    union bits bits = {.number = number};
    bits.whole = (bits.whole & ~((unsigned long)EXPONENT_BITS << 52)) | exponent << 52;
    return bits.number;
}

double frexp(double number, int *exponent) {
    int biased = exponent_of(number);
    if (biased == EXPONENT_BITS) {
        *exponent = 0;
        return number + number;
    }
    if (number == 0) {
        *exponent = 0;
        return number;
    }
    int shift = 0;
    if (biased == 0) {
        number *= 0x1p54;
        shift = 54;
        biased = exponent_of(number);
    }
    *exponent = biased - (BIAS - 1) - shift;
    return with_exponent(number, BIAS - 1);
}

/* A power of two that is a normal number. */
static double power(int exponent) { return with_exponent(1, (unsigned long)(exponent + BIAS)); }

/* Only the last multiplication rounds: one before it is exact, or what is left of the number becomes zero. */
double ldexp(double number, int exponent) {
    if (exponent_of(number) == EXPONENT_BITS) return number + number;
    if (number == 0) return number;
    double result = number;
    for (int i = 0; i < 2 && exponent > BIAS; i++) {
        result *= 0x1p1023;
        exponent -= BIAS;
    }
    for (int i = 0; i < 2 && exponent < 1 - BIAS; i++) {
        result *= 0x1p-969;
        exponent += 969;
    }
    result *= power(exponent > BIAS ? BIAS : exponent < 1 - BIAS ? 1 - BIAS : exponent);
    if (exponent_of(result) == EXPONENT_BITS || result == 0) set_errno(ERROR_RANGE);
    return result;
}

double scalbn(double number, int exponent) { return ldexp(number, exponent); }

double scalbln(double number, long exponent) {
    return ldexp(number, exponent > INT_MAX ? INT_MAX : exponent < INT_MIN ? INT_MIN : (int)exponent);
}

int ilogb(double number) {
    int exponent;
    if (number == 0 || exponent_of(number) == EXPONENT_BITS) {
        set_errno(ERROR_DOMAIN);
        return number == number && number != 0 ? INT_MAX : INT_MIN;
    }
    frexp(number, &exponent);
    return exponent - 1;
}

double modf(double number, double *whole) {
    *whole = trunc(number);
    if (number != number) return *whole;
    return copysign(*whole == number ? 0 : number - *whole, number);
}

float frexpf(float number, int *exponent) { return (float)frexp(number, exponent); }

/* A float times a power of two is a double without loss, as far as a float can tell. */
float ldexpf(float number, int exponent) {
    if (exponent_of(number) == EXPONENT_BITS) return number + number;
    if (number == 0) return number;
    if (exponent > 400) exponent = 400;
    if (exponent < -400) exponent = -400;
    float result = (float)(number * power(exponent));
    if (exponent_of(result) == EXPONENT_BITS || result == 0) set_errno(ERROR_RANGE);
    return result;
}

float scalbnf(float number, int exponent) { return ldexpf(number, exponent); }

float scalblnf(float number, long exponent) {
    return ldexpf(number, exponent > 400 ? 400 : exponent < -400 ? -400 : (int)exponent);
}

int ilogbf(float number) { return ilogb(number); }

float modff(float number, float *whole) {
    double as_double;
    float fraction = (float)modf(number, &as_double);
    *whole = (float)as_double;
    return fraction;
}
