#include <stddef.h>
#include <stdint.h>

static char hex_digit(unsigned v)
{
    if (v < 10)
        return (char)('0' + v);
    return (char)('a' + (v - 10));
}

size_t hex_dump(char *out, size_t size, const uint8_t *in, size_t n)
{
    size_t pos = 0;

    if (!out || size == 0)
        return 0;
    for (size_t i = 0; in && i < n && size - pos > 3; i++) {
        uint8_t byte = in[i];
        if (i > 0)
            out[pos++] = ':';
        out[pos++] = hex_digit(byte >> 4);
        out[pos++] = hex_digit(byte & 15u);
    }
    out[pos] = '\0';
    return pos;
}
