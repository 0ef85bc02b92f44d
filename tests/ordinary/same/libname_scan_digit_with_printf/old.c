#include <stddef.h>
#include <stdio.h>

static int digit(char c, int base)
{
    int v = -1;

    if (c >= '0' && c <= '9')
        v = c - '0';
    else if (c >= 'a' && c <= 'f')
        v = c - 'a' + 10;
    return v < base ? v : -1;
}

static size_t scan(const char *s, int base, unsigned *value)
{
    size_t n = 0;

    *value = 0;
    while (digit(s[n], base) >= 0) {
        *value = *value * (unsigned)base + (unsigned)digit(s[n], base);
        n++;
    }
    return n;
}

int describe(const char *text, char *out, size_t size)
{
    unsigned dec, hex;
    size_t nd, nh;

    if (!text || !out || size == 0)
        return -1;
    nd = scan(text, 10, &dec);
    nh = scan(text, 16, &hex);
    return snprintf(out, size, "%zu:%u %zu:%#x", nd, dec, nh, hex);
}
