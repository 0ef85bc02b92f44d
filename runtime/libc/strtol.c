/* Text to integers: strtol strtoul strtoll strtoull strtoimax strtoumax atoi atol atoll, and the names that newer glibc headers
 * redirect the first six to, __isoc23_strtol and so on.
 *
 * Contract: C11 7.22.1 in the C locale; long and long long are 64 bits. Out of range: the limit and ERANGE. A base
 * other than 0 and 2..36: 0 and EINVAL, the end pointer untouched, as glibc does. The __isoc23 names also take C23's
 * 0b prefix in bases 0 and 2. atoi narrows strtol's result, as glibc does where C leaves it undefined.
 */
#include "integer.h"

/* Skips the prefix of base 16 or (C23) 2 if a digit of that base follows it; settles base 0. */
static const char *skip_prefix(const char *s, unsigned *base, int binary_prefix) {
    int hexadecimal = *base == 0 || *base == 16;
    int binary = binary_prefix && (*base == 0 || *base == 2);
    if (!hexadecimal && !binary) return s; /* no fork on a leading zero */
    if (*s != '0') {
        if (*base == 0) *base = 10;
        return s;
    }
    if (hexadecimal && (s[1] | 32) == 'x' && is_digit_of((unsigned char)s[2], 16)) {
        *base = 16;
        return s + 2;
    }
    if (binary && (s[1] | 32) == 'b' && is_digit_of((unsigned char)s[2], 2)) {
        *base = 2;
        return s + 2;
    }
    if (*base == 0) *base = 8;
    return s;
}

/* False, with errno set, if the base is no base. */
static int parse(const char *s, char **end, int wanted_base, int binary_prefix, struct integer *number) {
    unsigned base = (unsigned)wanted_base;
    if (base == 1 || base > 36) {
        set_errno(ERROR_INVALID);
        return 0;
    }
    const char *start = s;
    while (is_space((unsigned char)*s)) s++;
    if ((*s == '-') | (*s == '+')) {
        number->negative = *s == '-';
        s++;
    }
    s = skip_prefix(s, &base, binary_prefix);
    for (; is_digit_of((unsigned char)*s, base); s++) append_digit(number, (unsigned char)*s, base);
    if (end) *end = (char *)(number->n_digits ? s : start);
    return 1;
}

static long parse_signed(const char *s, char **end, int base, int binary_prefix) {
    struct integer number = {0, 0, 0, 0};
    return parse(s, end, base, binary_prefix, &number) ? signed_value(&number) : 0;
}

static unsigned long parse_unsigned(const char *s, char **end, int base, int binary_prefix) {
    struct integer number = {0, 0, 0, 0};
    return parse(s, end, base, binary_prefix, &number) ? unsigned_value(&number) : 0;
}

long strtol(const char *restrict s, char **restrict end, int base) { return parse_signed(s, end, base, 0); }

long long strtoll(const char *restrict s, char **restrict end, int base) { return parse_signed(s, end, base, 0); }

unsigned long strtoul(const char *restrict s, char **restrict end, int base) { return parse_unsigned(s, end, base, 0); }

unsigned long long strtoull(const char *restrict s, char **restrict end, int base) {
    return parse_unsigned(s, end, base, 0);
}

long __isoc23_strtol(const char *restrict s, char **restrict end, int base) { return parse_signed(s, end, base, 1); }

long long __isoc23_strtoll(const char *restrict s, char **restrict end, int base) {
    return parse_signed(s, end, base, 1);
}

unsigned long __isoc23_strtoul(const char *restrict s, char **restrict end, int base) {
    return parse_unsigned(s, end, base, 1);
}

unsigned long long __isoc23_strtoull(const char *restrict s, char **restrict end, int base) {
    return parse_unsigned(s, end, base, 1);
}

int atoi(const char *s) { return (int)parse_signed(s, NULL, 10, 0); }

long atol(const char *s) { return parse_signed(s, NULL, 10, 0); }

long long atoll(const char *s) { return parse_signed(s, NULL, 10, 0); }

long strtoimax(const char *restrict s, char **restrict end, int base) { return parse_signed(s, end, base, 0); }

unsigned long strtoumax(const char *restrict s, char **restrict end, int base) { return parse_unsigned(s, end, base, 0); }

long __isoc23_strtoimax(const char *restrict s, char **restrict end, int base) { return parse_signed(s, end, base, 1); }

unsigned long __isoc23_strtoumax(const char *restrict s, char **restrict end, int base) {
    return parse_unsigned(s, end, base, 1);
}
