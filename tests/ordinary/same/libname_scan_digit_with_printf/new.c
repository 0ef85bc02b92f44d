#include <stddef.h>
#include <stdio.h>

static int digit(char c, int base)
{
    const char *set = "0123456789abcdef";

    for (int i = 0; i < base; i++)
        if (set[i] == c)
            return i;
    return -1;
}

static size_t scan(const char *s, int base, unsigned *value)
{
    const char *p = s;
    unsigned v = 0;
    int d;

    for (; (d = digit(*p, base)) >= 0; p++)
        v = v * (unsigned)base + (unsigned)d;
    *value = v;
    return (size_t)(p - s);
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
