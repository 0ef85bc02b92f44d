/* Text to floating point: strtod strtof atof.
 *
 * Contract: C11 7.22.1.3 in the C locale, rounded correctly, to nearest with ties to even. Decimal and hexadecimal
 * numbers, infinities, nan. ERANGE as glibc sets it on x86-64: on overflow, and when a result that is not exact is
 * below the normal range after rounding. Unsupported: nan(characters).
 * A decimal number of few digits needs one correctly rounded operation on exact operands [Clinger, PLDI 1990], which is
 * also all that a symbolic digit costs; any other is divided out exactly in big integers.
 */
#include "integer.h"
#include <stdint.h>

/* A binary format. Exponents are those of the leading bit. */
struct format {
    int precision;
    int least_exponent; /* of normal numbers; the largest is its opposite plus one */
    int few_digits;     /* so many digits always fit the precision */
    int few_tens;       /* so great a power of ten does */
};

static const struct format DOUBLE = {53, -1022, 15, 22};
static const struct format FLOAT = {24, -126, 7, 10};

static uint64_t infinity_bits(const struct format *format) {
    return (uint64_t)(1 - 2 * format->least_exponent + 2) << (format->precision - 1);
}

/* The bits of mantissa / 2^63 * 2^exponent, rounded. The top bit of mantissa is set; sticky: a little more than that. */
static uint64_t round_bits(uint64_t mantissa, int sticky, long exponent, const struct format *format) {
    const uint64_t half = (uint64_t)1 << 63;
    long n_dropped = 64 - format->precision;
    int tiny = exponent < format->least_exponent;
    if (tiny) {
        /* Not tiny after all if rounding to the full precision reaches the normal range. */
        uint64_t all_kept = UINT64_MAX << n_dropped;
        int reaches = exponent == format->least_exponent - 1 && mantissa >= (all_kept | (uint64_t)1 << (n_dropped - 1));
        n_dropped += format->least_exponent - exponent;
        tiny = !reaches;
    }
    if (n_dropped > 64) {
        set_errno(ERROR_RANGE);
        return 0;
    }
    uint64_t kept = n_dropped == 64 ? 0 : mantissa >> n_dropped;
    uint64_t rest = mantissa << (64 - n_dropped);
    kept += (rest > half) | ((rest == half) & (sticky | (int)(kept & 1)));
    if (tiny && (rest || sticky)) set_errno(ERROR_RANGE);
    if (exponent < format->least_exponent) return kept;
    /* The leading bit of kept adds one to the exponent's field, and a carry one more. */
    uint64_t bits = ((uint64_t)(exponent - format->least_exponent) << (format->precision - 1)) + kept;
    if (exponent > 1 - format->least_exponent || bits >= infinity_bits(format)) {
        set_errno(ERROR_RANGE);
        return infinity_bits(format);
    }
    return bits;
}

/* ---- Big integers ---- */

/* 10^1130 has 3754 bits, and a dividend gets one more. */
enum { MAX_LIMBS = 130, MAX_DIGITS = 800 };

struct big {
    uint32_t limbs[MAX_LIMBS]; /* least first */
    int n_limbs;               /* the last is not 0 */
};

static void multiply_add(struct big *number, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (int i = 0; i < number->n_limbs; i++) {
        carry += (uint64_t)number->limbs[i] * factor;
        number->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) number->limbs[number->n_limbs++] = (uint32_t)carry;
}

static void multiply_by_tens(struct big *number, long power) {
    for (; power >= 9; power -= 9) multiply_add(number, 1000000000, 0);
    for (; power > 0; power--) multiply_add(number, 10, 0);
}

static long n_bits(const struct big *number) {
    long n = 32L * number->n_limbs;
    for (uint32_t top = number->limbs[number->n_limbs - 1]; !(top >> 31); top <<= 1) n--;
    return n;
}

static void shift_left(struct big *number, long n) {
    long n_whole = n / 32;
    if (n_whole) {
        for (long i = number->n_limbs - 1; i >= 0; i--) number->limbs[i + n_whole] = number->limbs[i];
        for (long i = 0; i < n_whole; i++) number->limbs[i] = 0;
        number->n_limbs += (int)n_whole;
    }
    multiply_add(number, (uint32_t)1 << n % 32, 0);
}

static int is_less(const struct big *a, const struct big *b) {
    if (a->n_limbs != b->n_limbs) return a->n_limbs < b->n_limbs;
    for (int i = a->n_limbs - 1; i >= 0; i--) {
        if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i];
    }
    return 0;
}

/* a -= b, which is not greater. */
static void subtract(struct big *a, const struct big *b) {
    uint64_t borrow = 0;
    for (int i = 0; i < a->n_limbs; i++) {
        uint64_t subtrahend = (i < b->n_limbs ? b->limbs[i] : 0) + borrow;
        borrow = a->limbs[i] < subtrahend;
        a->limbs[i] = (uint32_t)(a->limbs[i] - subtrahend);
    }
    while (a->n_limbs > 0 && a->limbs[a->n_limbs - 1] == 0) a->n_limbs--;
}

/* ---- Numbers ---- */

/* A decimal number as it stands in the text: its digits, without the point, times 10^exponent. */
struct decimal {
    const char *digits;
    const char *end; /* of the digits and the point */
    long n_digits;
    long exponent;
    uint64_t value; /* of the digits, while they are few */
};

static uint64_t divide_out(const struct decimal *number, const struct format *format) {
    struct big dividend, divisor;
    long exponent = number->exponent + number->n_digits;
    long n_kept = 0;
    int sticky = 0;
    dividend.n_limbs = 0;
    for (const char *s = number->digits; s < number->end; s++) {
        if (*s == '.') continue;
        if (n_kept == 0 && *s == '0') {
            exponent--;
        } else if (n_kept < MAX_DIGITS) {
            multiply_add(&dividend, 10, (uint32_t)(*s - '0'));
            n_kept++;
        } else {
            sticky |= *s != '0';
        }
    }
    /* The value is below 10^exponent and not below a tenth of that. */
    if (n_kept == 0) return 0;
    if (exponent > 310) return round_bits(UINT64_MAX, 1, 1 << 20, format);
    if (exponent < -330) return round_bits(UINT64_MAX, 1, -(1 << 20), format);
    exponent -= n_kept;
    divisor.limbs[0] = 1;
    divisor.n_limbs = 1;
    multiply_by_tens(exponent < 0 ? &divisor : &dividend, exponent < 0 ? -exponent : exponent);
    /* Scaled by powers of two until the quotient is in [1, 2); then 64 bits of it. */
    long shift = n_bits(&divisor) - n_bits(&dividend);
    if (shift >= 0) {
        shift_left(&dividend, shift);
    } else {
        shift_left(&divisor, -shift);
    }
    if (is_less(&dividend, &divisor)) {
        shift_left(&dividend, 1);
        shift++;
    }
    uint64_t quotient = 0;
    for (int i = 0; i < 64; i++) {
        int fits = !is_less(&dividend, &divisor);
        quotient = quotient << 1 | (uint64_t)fits;
        if (fits) subtract(&dividend, &divisor);
        shift_left(&dividend, 1);
    }
    return round_bits(quotient, sticky | (dividend.n_limbs != 0), -shift, format);
}

static uint64_t bits_of_double(double value) {
    union { double value; uint64_t bits; } as = {value};
    return as.bits;
}

static uint64_t bits_of_float(float value) {
    union { float value; uint32_t bits; } as = {value};
    return as.bits;
}

static uint64_t decimal_bits(const struct decimal *number, const struct format *format) {
    long tens = number->exponent < 0 ? -number->exponent : number->exponent;
    if (number->n_digits > format->few_digits || tens > format->few_tens) return divide_out(number, format);
    double power = 1;
    for (; tens > 0; tens--) power *= 10;
    if (format->precision == 53) {
        double value = (double)number->value;
        return bits_of_double(number->exponent < 0 ? value / power : value * power);
    }
    float value = (float)number->value;
    return bits_of_float(number->exponent < 0 ? value / (float)power : value * (float)power);
}

/* Reads the exponent after its letter if there is one with a digit, else nothing. Saturates. */
static const char *parse_exponent(const char *s, char letter, long *exponent) {
    if ((*s | 32) != letter) return s;
    const char *at = s + 1;
    int negative = *at == '-';
    if ((*at == '-') | (*at == '+')) at++;
    if (!is_digit_of((unsigned char)*at, 10)) return s;
    long value = 0;
    for (; is_digit_of((unsigned char)*at, 10); at++) {
        if (value < 1000000000000000) value = value * 10 + (*at - '0');
    }
    *exponent += negative ? -value : value;
    return at;
}

/* The end of the number at s, or null if there is none. */
static const char *parse_decimal(const char *s, const struct format *format, uint64_t *bits) {
    struct decimal number = {s, s, 0, 0, 0};
    int seen_point = 0;
    for (;; s++) {
        if (is_digit_of((unsigned char)*s, 10)) {
            if (number.n_digits < format->few_digits) number.value = number.value * 10 + (uint64_t)(*s - '0');
            number.n_digits++;
            number.exponent -= seen_point;
        } else if (*s == '.' && !seen_point) {
            seen_point = 1;
        } else {
            break;
        }
    }
    if (number.n_digits == 0) return NULL;
    number.end = s;
    s = parse_exponent(s, 'e', &number.exponent);
    *bits = decimal_bits(&number, format);
    return s;
}

/* The same after 0x. */
static const char *parse_hexadecimal(const char *s, const struct format *format, uint64_t *bits) {
    uint64_t mantissa = 0;
    long n_digits = 0, exponent = 63;
    int seen_point = 0, sticky = 0;
    for (;; s++) {
        if (is_digit_of((unsigned char)*s, 16)) {
            unsigned digit = digit_value((unsigned char)*s);
            n_digits++;
            if (mantissa >> 60) {
                sticky |= digit != 0;
                exponent += 4;
            } else {
                mantissa = mantissa << 4 | digit;
            }
            if (seen_point) exponent -= 4;
        } else if (*s == '.' && !seen_point) {
            seen_point = 1;
        } else {
            break;
        }
    }
    if (n_digits == 0) return NULL;
    s = parse_exponent(s, 'p', &exponent);
    *bits = 0;
    if (mantissa == 0) return s;
    for (; !(mantissa >> 63); mantissa <<= 1) exponent--;
    *bits = round_bits(mantissa, sticky, exponent, format);
    return s;
}

/* The end of the word at s, whatever its case, or null. */
static const char *parse_word(const char *s, const char *word) {
    for (; *word; word++, s++) {
        if ((*s | 32) != *word) return NULL;
    }
    return s;
}

static const char *parse_magnitude(const char *s, const struct format *format, uint64_t *bits) {
    const char *end;
    if (*s == '0' && (s[1] | 32) == 'x' && (end = parse_hexadecimal(s + 2, format, bits))) return end;
    if ((end = parse_decimal(s, format, bits))) return end;
    if ((end = parse_word(s, "inf"))) {
        const char *longer = parse_word(end, "inity");
        *bits = infinity_bits(format);
        return longer ? longer : end;
    }
    if ((end = parse_word(s, "nan"))) {
        *bits = infinity_bits(format) | (uint64_t)1 << (format->precision - 2);
        if (*end == '(') __incise_unsupported("strtod of nan(characters)");
        return end;
    }
    return NULL;
}

/* The bits of the number, without and with its sign. */
static uint64_t parse_float(const char *s, char **end, const struct format *format, int *negative) {
    uint64_t bits = 0;
    const char *start = s;
    while (is_space((unsigned char)*s)) s++;
    *negative = *s == '-';
    if ((*s == '-') | (*s == '+')) s++;
    s = parse_magnitude(s, format, &bits);
    if (!s) *negative = 0;
    if (end) *end = (char *)(s ? s : start);
    return bits;
}

double strtod(const char *restrict s, char **restrict end) {
    union { uint64_t bits; double value; } as;
    int negative;
    as.bits = parse_float(s, end, &DOUBLE, &negative);
    return negative ? -as.value : as.value;
}

float strtof(const char *restrict s, char **restrict end) {
    union { uint32_t bits; float value; } as;
    int negative;
    as.bits = (uint32_t)parse_float(s, end, &FLOAT, &negative);
    return negative ? -as.value : as.value;
}

double atof(const char *s) { return strtod(s, NULL); }
