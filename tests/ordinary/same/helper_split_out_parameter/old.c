#include <stddef.h>

/* Writes the number in the given base (2 to 16); returns the length or 0. */
size_t format_base(unsigned long n, unsigned base, char *out, size_t size)
{
    char tmp[8 * sizeof n];
    size_t len = 0;

    if (base < 2 || base > 16 || !out)
        return 0;
    do {
        tmp[len++] = "0123456789abcdef"[n % base];
        n /= base;
    } while (n != 0);
    if (len >= size)
        return 0;
    for (size_t i = 0; i < len; i++)
        out[i] = tmp[len - 1 - i];
    out[len] = '\0';
    return len;
}
