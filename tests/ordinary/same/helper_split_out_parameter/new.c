#include <stddef.h>

static unsigned long split(unsigned long n, unsigned base, char *digit)
{
    *digit = "0123456789abcdef"[n % base];
    return n / base;
}

static size_t length_in(unsigned long n, unsigned base)
{
    size_t len = 1;

    while (n >= base) {
        n /= base;
        len++;
    }
    return len;
}

/* Writes the number in the given base (2 to 16); returns the length or 0. */
size_t format_base(unsigned long n, unsigned base, char *out, size_t size)
{
    size_t len;

    if (base < 2 || base > 16 || !out)
        return 0;
    len = length_in(n, base);
    if (len >= size)
        return 0;
    out[len] = '\0';
    for (size_t i = len; i-- > 0;)
        n = split(n, base, &out[i]);
    return len;
}
