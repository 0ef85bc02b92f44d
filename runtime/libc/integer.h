/* Digits to integers, shared by strtol and scanf.
 *
 * Contract: digits are accumulated into 64 bits; the sign and the limits are applied once, at the end, as strtol and
 * strtoul define them (C11 7.22.1.4). Per digit nothing branches on the digit's value; numbers of at most
 * SAFE_DIGITS digits cannot overflow in any base, so that they never fork on overflow.
 */
#ifndef INCISE_LIBC_INTEGER_H
#define INCISE_LIBC_INTEGER_H

#include "engine.h"
#include <limits.h>

enum { SAFE_DIGITS = 12 }; /* 36^12 < 2^63 */

struct integer {
    unsigned long magnitude;
    unsigned long n_digits;
    int negative;
    int overflowed;
};

static inline int is_space(int c) { return (c == ' ') | ((unsigned)c - '\t' < 5u); }

/* The value of a digit or letter, at least 36 for any other character. */
static inline unsigned digit_value(int c) {
    unsigned digit = (unsigned)c - '0';
    unsigned letter = ((unsigned)c | 32) - 'a';
    unsigned is_digit = digit < 10;
    unsigned is_letter = letter < 26;
    return (-is_digit & digit) | (-is_letter & (letter + 10)) | (-(unsigned)(is_digit + is_letter == 0) & 99);
}

static inline int is_digit_of(int c, unsigned base) {
    if (base <= 10) return (unsigned)c - '0' < base;
    return digit_value(c) < base;
}

static inline void append_digit(struct integer *number, int c, unsigned base) {
    unsigned long digit = base <= 10 ? (unsigned)c - '0' : digit_value(c);
    if (number->n_digits >= SAFE_DIGITS) {
        unsigned long limit = ULONG_MAX / base;
        unsigned long last = ULONG_MAX % base;
        number->overflowed |= (number->magnitude > limit) | ((number->magnitude == limit) & (digit > last));
    }
    number->magnitude = number->magnitude * base + digit;
    number->n_digits++;
}

static inline long signed_value(const struct integer *number) {
    if (number->n_digits > SAFE_DIGITS) {
        unsigned long limit = (unsigned long)LONG_MAX + (unsigned long)number->negative;
        if (number->overflowed | (number->magnitude > limit)) {
            set_errno(ERROR_RANGE);
            return number->negative ? LONG_MIN : LONG_MAX;
        }
    }
    return (long)(number->negative ? 0 - number->magnitude : number->magnitude);
}

static inline unsigned long unsigned_value(const struct integer *number) {
    if (number->overflowed) {
        set_errno(ERROR_RANGE);
        return ULONG_MAX;
    }
    return number->negative ? 0 - number->magnitude : number->magnitude;
}

#endif
